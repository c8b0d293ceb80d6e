"""Take luck out of a match of bots that think: control variates.

On the same deals `regular` plays in place of each bot that thinks, which costs next to nothing, and
on many more: so it is known what the deals of the match brought, and what deals bring on the whole.
What a thinking bot gained is corrected by the difference, as far as the two go together.
"""

from collections.abc import Callable

from bots.arena import Match
from bots.entrants import is_thinking_bot
from bots.run import MatchRun, StopCondition
from bots.scores import DealScore, EntrantScores
from games.core.figures import Mean, control_variate_mean

STAND_IN = "regular"
TIMES = 10  # as many deals as the match has


def _stand_in(match: Match, name: str) -> str:
    """Return who plays in place of a bot."""
    return STAND_IN if is_thinking_bot(match.dealer.game, name) else name


def control_of(run: MatchRun, processes: int) -> MatchRun | None:
    """Play the deals of a match, and more, without thinking; None where that says nothing.

    That is so where all would be alike, as they gain nothing, or where nobody thinks.
    """
    match = run.match
    lineup = tuple(_stand_in(match, name) for name in match.lineup)
    if lineup == match.lineup or len(set(lineup)) == 1:
        return None
    control = MatchRun(Match(match.dealer, lineup), StopCondition(TIMES * run.upto))
    control.play(processes)
    return control


def control_adjusted_row(row: EntrantScores, run: MatchRun, control: MatchRun) -> EntrantScores:
    """Return a row with what is known from the control."""
    name = _stand_in(run.match, row.name)
    both = [k for k in run.brought if k in control.brought]

    def column(of: Callable[[DealScore], float]) -> Mean:
        values = [of(run.brought[k][row.name]) for k in both]
        same = [of(control.brought[k][name]) for k in both]
        return control_variate_mean(
            values, same, [of(one[name]) for one in control.brought.values()]
        )

    return row._replace(
        gain=column(lambda one: one.gain),
        place=column(lambda one: one.place),
        wins=column(lambda one: one.wins),
    )
