"""What a player by rules goes by: made from a view, or, in a search, from a state.

A Woof hand is a Boosh hand with the ranks turned round: where an ace brings 13 and a king 1, the
highest hand is best and the Joker equals the highest other card. So the rules know one game only.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.boosh.cards import DECK, JOKER, POINTS
from games.boosh.determinise import known_hands, public_state
from games.boosh.scoring import BOOSH_POINTS
from games.boosh.state import Phase, State
from games.core.contract import Card, ReceivedEvent, Seat, View

Row = Sequence[Card | None]
Ranks = Sequence[int]

TOP = 13
WILD = 0  # what stands for the Joker among ranks
UNKNOWN = 7  # rank of an own card that one cannot remember
HIGH: dict[Card | None, int] = {JOKER: WILD, None: UNKNOWN}
LOW = HIGH.copy()
for one, points in POINTS.items():
    HIGH[one], LOW[one] = points, TOP + 1 - points
WHOLE = [sum(HIGH[card] == rank for card in DECK) for rank in range(TOP + 1)]


class BotView(NamedTuple):
    """What a seat knows when it has to move.

    Attributes:
        own: its cards by position; None: it cannot remember.
        known: by seat and position, what everybody knows.
        deck, pile, taken: cards left in [A], those of [B], and the card in its hand.
        may_discard: whether that card may go straight to [B].
        players: how many are still in the game.
        stayed: how many others have said that they stay.
        fold_loses: whether folding makes the caller the winner of the table at once (rule 8).
    """

    seat: Seat
    phase: Phase
    own: Row
    known: Sequence[Row]
    deck: int
    pile: Sequence[Card]
    taken: Card | None
    may_discard: bool
    players: int
    turns: int
    woof: bool
    caller: Seat | None
    caller_wins_ties: bool
    stayed: int
    fold_loses: bool


def sight_of_viewer(view: View, seen: Sequence[ReceivedEvent]) -> BotView:
    """Return what the reader of a view goes by."""
    taken, options, seat = view["taken"], view["options"], view["seat"]
    queue, folded = view["queue"], view["folded"]
    return BotView(
        seat,
        view["phase"],
        known_hands(view, seen)[seat],
        [public["known"] if public else () for public in view["hands"]],
        view["deck"],
        view["pile"],
        taken and taken["card"],
        not taken or taken["pile"] == "A" or options["allow_returning_faceup"],
        len(view["players"]),
        view["turns"],
        view["call"] == "woof",
        view["caller"],
        options["caller_wins_ties"],
        len(view["players"]) - 1 - len(queue) - len(folded),
        view["phase"] == "folding" and _fold_loses(public_state(view)),
    )


def sight_of_seat(state: State, seat: Seat) -> BotView:
    """Return what a seat goes by."""
    options = state.options
    return BotView(
        seat,
        state.phase,
        state.hands[seat],
        state.known,
        len(state.deck),
        state.pile,
        state.taken,
        state.taken_from != "B" or options.allow_returning_faceup,
        len(state.players),
        state.turns,
        state.call == "woof",
        state.caller,
        options.caller_wins_ties,
        len(state.players) - 1 - len(state.queue) - len(state.folded),
        state.phase == "folding" and _fold_loses(state),
    )


def _fold_loses(state: State) -> bool:
    """Say whether the caller wins the table if who is asked folds, the last of all to do so."""
    if len(state.folded) < len(state.players) - 2:
        return False
    options, woof = state.options, state.call == "woof"
    points = options.woof_points[0] if woof else BOOSH_POINTS[0]
    wins = options.woof_call_can_win if woof else True
    assert state.caller is not None
    return wins and points > 0 and state.totals[state.caller] + points >= options.target


def ranks_of(sight: BotView) -> Mapping[Card | None, int]:
    """Return what cards bring in this hand."""
    return LOW if sight.woof or sight.phase == "laying_out" else HIGH


def total_of_ranks(ranks: Ranks) -> int:
    """Add up a hand; the Joker equals the highest other card.

    >>> total_of_ranks([13, 12, 0, 9]), total_of_ranks([1, 1, 1, 1])
    (47, 4)
    """
    points = ranks[0] + ranks[1] + ranks[2] + ranks[3]
    return points if all(ranks) else points + max(ranks)


def unseen_rank_counts(sight: BotView, ranks: Mapping[Card | None, int]) -> list[int]:
    """Count by rank the cards that the seat does not see."""
    left = WHOLE.copy()
    for row in (sight.pile, sight.own, *sight.known[: sight.seat], *sight.known[sight.seat + 1 :]):
        for card in row:
            if card is not None:
                left[ranks[card]] -= 1
    if sight.taken is not None:
        left[ranks[sight.taken]] -= 1
    return left
