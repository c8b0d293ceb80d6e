"""What a seat may do now, and what is done for it when its time is up."""

from games.boon.actions import Action, Bury, Pass, Play, Take
from games.boon.cards import BOON_SIZE, WHOLE, fewest_points_key
from games.boon.rules import may_be_buried, may_be_played, must_take
from games.boon.state import BURYING, TAKING, State
from games.core.contract import Cards, Choices, Pick, Seat
from games.core.presentation.texts import english_text, template

BURY = template(
    "boon.pick.bury", "Bury {count, plural, one {# card} other {# cards}}", count="number"
)
BURY_TEXTS = {count: english_text(BURY(count=count)) for count in {*BOON_SIZE.values()}}
NOTHING: Choices[Action] = Choices()
TAKE_OR_PASS: Choices[Action] = Choices((Take(), Pass()))
TAKE: Choices[Action] = Choices((Take(),))
PLAYS = {card: Play(card) for card in WHOLE}


def choices(state: State, seat: Seat) -> Choices[Action]:
    """Return the legal actions of the seat whose turn it is; the others have none."""
    if seat != state.turn:
        return NOTHING
    if state.phase == TAKING:
        return TAKE if must_take(state) else TAKE_OR_PASS
    if state.phase == BURYING:
        count = BOON_SIZE[state.seats]
        example = Bury(_least_buried(state, seat))
        cards, text = may_be_buried(state, seat), BURY_TEXTS[count]
        return Choices((), (Pick(example, "cards", cards, count, count, text),))
    legal = may_be_played(state.hands[seat], state.trick)
    return Choices(tuple([PLAYS[card] for card in legal]))


def _least_buried(state: State, seat: Seat) -> Cards:
    """Return the cards with fewest points that may be buried."""
    cards = sorted(may_be_buried(state, seat), key=fewest_points_key)
    return tuple(cards[: BOON_SIZE[state.seats]])


def fallback(state: State, seat: Seat) -> Action:
    """Return a pass, or the legal cards with fewest points, then lowest rank, then lowest id.

    Who must take the Boon takes it (N26).
    """
    if state.phase == TAKING:
        return Take() if must_take(state) else Pass()
    if state.phase == BURYING:
        return Bury(_least_buried(state, seat))
    return Play(min(may_be_played(state.hands[seat], state.trick), key=fewest_points_key))
