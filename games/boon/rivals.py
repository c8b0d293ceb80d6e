"""How others play on in a world: a search that takes everybody for a `regular` loses to the rest.

Each other player either is a regular, or an amateur who plays as `plain` does. Who it is and which
cards it holds is drawn by how likely it then would have done what it did in the round.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from games.boon import plain, regular
from games.boon.actions import Action, Bury, Take
from games.boon.cards import BOON_SIZE
from games.boon.choices import PLAYS
from games.boon.determinise import dealt_at_random, memory_from_view, state_of
from games.boon.rules import may_be_buried, may_be_played, must_take
from games.boon.sight import play_sight_from_state
from games.boon.state import BURYING, TAKING, State
from games.boon.traces import AMATEUR, RoundEvidence
from games.core.contract import ReceivedEvent, Seat, View, fields_of
from games.core.fairness.chance import Chance

TRIES: Final = 8  # deals of which one becomes a world, the likelier ones more often


@dataclass
class World(State):
    """A guessed state, with those seats that play on as amateurs."""

    amateurs: tuple[Seat, ...] = ()


def policy(state: State, seat: Seat) -> Action:
    """Return the move of `regular`, or of an amateur."""
    hand = state.hands[seat]
    amateur = isinstance(state, World) and seat in state.amateurs
    if must_take(state):
        return Take()
    if state.phase == TAKING:
        return (
            plain.take_or_pass_by_strength(hand, state.seats)
            if amateur
            else regular.take_or_pass_by_surplus(hand, state.seats, state.options.payout)
        )
    if state.phase == BURYING:
        cards, number = may_be_buried(state, seat), BOON_SIZE[state.seats]
        burial = (
            plain.tens_first_burial(cards, number)
            if amateur
            else regular.burials_best_first(cards, number)[0]
        )
        return Bury(burial)
    legal = may_be_played(hand, state.trick)
    if len(legal) == 1:
        return PLAYS[legal[0]]
    sight = play_sight_from_state(state, seat)
    if amateur:
        return PLAYS[plain.rule_of_thumb_card(sight, legal)]
    return PLAYS[regular.best_prospect_card(sight, legal)]


def worlds(view: View, seen: Sequence[ReceivedEvent], luck: Chance) -> Iterator[State]:
    """Yield states that agree with the view; those more often that explain what others did."""
    memory = memory_from_view(view)
    memory = replace(memory, known=World(**fields_of(memory.known)))
    evidence = RoundEvidence(view, memory, luck.fork(0))
    for k in count(1):
        chance = luck.fork(k)
        deals = [dealt_at_random(memory, chance) for _ in range(TRIES)]
        likely = [evidence.likely(deal) for deal in deals]
        at = chance.drawn(list(map(_deal_likelihood, likely)))
        world = state_of(memory, deals[at], chance)
        assert isinstance(world, World), "it is a copy of what is known"
        kinds = zip(evidence.others, likely[at], strict=True)
        world.amateurs = tuple([seat for seat, each in kinds if chance.drawn(each) == AMATEUR])
        yield world


def _deal_likelihood(kinds: Sequence[tuple[float, float]]) -> float:
    """Return how likely all the others did as they did, whichever kind each of them is of."""
    found = 1.0
    for amateur, other in kinds:
        found *= amateur + other
    return found
