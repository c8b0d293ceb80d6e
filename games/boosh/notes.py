"""What people at the table would say about each event: texts with their parameters."""

from collections.abc import Callable, Mapping
from typing import Any

from games.boosh import events as ev
from games.boosh.state import ENDINGS, State
from games.core.contract import Seat
from games.core.dispatch import by_kind, on_event
from games.core.presentation.texts import Note, select_cases, template, templates_in

CAUSES = {"deck_empty": "the deck is empty", "turn_limit": "the hand has had 500 turns"}
RESULTS = {
    "all_folded": "all others folded",
    "caller_best": "the caller has the best hand",
    "caller_beaten": "the caller is beaten",
    "void_call": "the call was void",
    **CAUSES,
}

POSITIONS = ("first", "second", "third", "fourth")  # people count the four cards from 1
WHICH = select_cases("position", {word: word for word in POSITIONS})

POINTS = template("boosh.points", "{seat} {points}", seat="seat", points="signed")
DEALER_DRAWN = template("boosh.dealer_drawn", "{seat} deals first", seat="seat")
HAND_DEALT = template(
    "boosh.hand_dealt", "Hand {hand}: {dealer} deals", hand="number", dealer="seat"
)
HAND_DEALT_TO_YOU = template(
    "boosh.hand_dealt.to_you",
    "Hand {hand}: {dealer} deals you {cards}",
    hand="number", dealer="seat", cards="cards",
)  # fmt: skip
LAID_OUT = template("boosh.laid_out", "{seat} lays out", seat="seat")
WOOF_CALLED = template(
    "boosh.woof_called", "{seat} calls Woof: the lowest hand is best", seat="seat"
)
CHERRY_TURNED = template("boosh.cherry_turned", "The cherry is {card}", card="card")
DECK_CARD_TAKEN = template(
    "boosh.deck_card_taken", "{seat} takes a card from the deck", seat="seat"
)
DECK_CARD_TAKEN_BY_YOU = template(
    "boosh.deck_card_taken.by_you", "You take {card} from the deck", card="card"
)
FACE_UP_CARD_TAKEN = template(
    "boosh.face_up_card_taken", "{seat} takes {card} face up", seat="seat", card="card"
)
CARD_REPLACED = template(
    "boosh.card_replaced",
    f"{{seat}} replaces the {WHICH} card and discards {{card}}",
    seat="seat", position="word", card="card",
)  # fmt: skip
CARD_DISCARDED = template(
    "boosh.card_discarded", "{seat} discards {card}", seat="seat", card="card"
)
BOOSH_CALLED = template(
    "boosh.boosh_called",
    "{seat} calls Boosh{valid, select, yes {; everybody else has one more turn}"
    " other {, but the deck is too short: the call is void}}",
    seat="seat", valid="word",
)  # fmt: skip
PASSED = template("boosh.passed", "{seat} makes no call", seat="seat")
PLAY_STOPPED = template(
    "boosh.play_stopped", f"The hand ends without a call: {select_cases('why', CAUSES)}", why="word"
)
DECK_RAN_OUT = template("boosh.deck_ran_out", "The deck is empty; the face-up pile is shuffled")
PILE_RESHUFFLED = template(
    "boosh.pile_reshuffled",
    "The new deck has {count, plural, one {# card} other {# cards}}",
    count="number",
)
CARDS_EXPOSED = template(
    "boosh.cards_exposed", "{seat} turns over {cards}", seat="seat", cards="cards"
)
FOLDED = template("boosh.folded", "{seat} folds", seat="seat")
STAYED = template("boosh.stayed", "{seat} stays in", seat="seat")
SHOWN = template("boosh.hands_revealed.hand", "{seat} {cards}", seat="seat", cards="cards")
HANDS_REVEALED = template("boosh.hands_revealed", "Hands revealed: {hands}", hands="notes")
HAND_SCORED = template(
    "boosh.hand_scored",
    f"Hand {{hand}}, {select_cases('result', RESULTS)}: {{points}}",
    hand="number", result="word", points="notes",
)  # fmt: skip
PLAYER_ELIMINATED = template("boosh.player_eliminated", "{seat} is out of the game", seat="seat")
GAME_WON = template(
    "boosh.game_ended.won",
    "{winner} wins with {points, plural, one {# point} other {# points}}",
    winner="seat", points="number",
)  # fmt: skip
GAME_ENDED = template(
    "boosh.game_ended",
    f"{select_cases('why', ENDINGS)}; first: {{winners}}",
    why="word", winners="seats",
)  # fmt: skip
HAND_VOIDED = template(
    "boosh.hand_voided",
    "Hand {hand} is void; taken back: {points}",
    hand="number", points="notes",
)  # fmt: skip


def notes(state: State, event: ev.Event, seat: Seat | None) -> Note:
    """Return what a seat (None: a spectator) is told of `event`, which comes after `state`."""
    return (None if seat is None else _own(event, seat)) or NOTES[type(event)](state, event)


def _own(event: ev.Event, seat: Seat) -> Note | None:
    """Return what a seat alone is told."""
    match event:
        case ev.HandDealt() if event.hands[seat]:
            own_hand = event.hands[seat]
            return HAND_DEALT_TO_YOU(hand=event.hand, dealer=event.dealer, cards=own_hand)
        case ev.DeckCardTaken() if event.seat == seat:
            return DECK_CARD_TAKEN_BY_YOU(card=event.card)
    return None


def _points_by_seat(points: tuple[int, ...]) -> tuple[Note, ...]:
    """Return who gets how much."""
    return tuple(POINTS(seat=seat, points=each) for seat, each in enumerate(points))


def _card_replaced_note(state: State, event: ev.CardReplaced) -> Note:
    """Rule 2."""
    return CARD_REPLACED(seat=event.seat, position=POSITIONS[event.position], card=event.card)


def _pile_reshuffled_note(state: State, event: ev.PileReshuffled) -> Note:
    """W9."""
    return PILE_RESHUFFLED(count=len(event.deck))


def _hands_revealed_note(state: State, event: ev.HandsRevealed) -> Note:
    """Rule 7, W8."""
    shown = (SHOWN(seat=seat, cards=hand) for seat, hand in enumerate(event.hands) if hand)
    return HANDS_REVEALED(hands=(*shown,))


def _hand_scored_note(state: State, event: ev.HandScored) -> Note:
    """Rules 7 and 8."""
    points = _points_by_seat(event.points)
    return HAND_SCORED(hand=event.hand, result=event.result, points=points)


def _game_ended(state: State, event: ev.GameEnded) -> Note:
    """Rule 8, W16, W22, W27: who won, or who came first and why."""
    if event.winner is not None:
        return GAME_WON(winner=event.winner, points=state.totals[event.winner])
    winners = tuple(seat for seat, place in enumerate(event.places) if place == 1)
    return GAME_ENDED(why=event.why, winners=winners)


def _hand_voided_note(state: State, event: ev.HandVoided) -> Note:
    """Return what a ruling took back."""
    return HAND_VOIDED(hand=event.hand, points=_points_by_seat(event.points))


NOTES: Mapping[type[ev.Event], Callable[[State, Any], Note]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.DealerDrawn, DEALER_DRAWN.of),
    on_event(ev.HandDealt, HAND_DEALT.of),
    on_event(ev.LaidOut, LAID_OUT.of),
    on_event(ev.WoofCalled, WOOF_CALLED.of),
    on_event(ev.CherryTurned, CHERRY_TURNED.of),
    on_event(ev.DeckCardTaken, DECK_CARD_TAKEN.of),
    on_event(ev.FaceUpCardTaken, FACE_UP_CARD_TAKEN.of),
    on_event(ev.CardReplaced, _card_replaced_note),
    on_event(ev.CardDiscarded, CARD_DISCARDED.of),
    on_event(ev.BooshCalled, BOOSH_CALLED.of),
    on_event(ev.Passed, PASSED.of),
    on_event(ev.PlayStopped, PLAY_STOPPED.of),
    on_event(ev.DeckRanOut, DECK_RAN_OUT.of),
    on_event(ev.PileReshuffled, _pile_reshuffled_note),
    on_event(ev.CardsExposed, CARDS_EXPOSED.of),
    on_event(ev.Folded, FOLDED.of),
    on_event(ev.Stayed, STAYED.of),
    on_event(ev.HandsRevealed, _hands_revealed_note),
    on_event(ev.HandScored, _hand_scored_note),
    on_event(ev.PlayerEliminated, PLAYER_ELIMINATED.of),
    on_event(ev.GameEnded, _game_ended),
    on_event(ev.HandVoided, _hand_voided_note),
)
TEXTS = templates_in(globals())
