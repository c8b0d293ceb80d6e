"""What people at the table would say about each event: texts with their parameters."""

from collections.abc import Callable, Mapping
from typing import Any

from games.boon import events as ev
from games.boon.cards import BOON_SIZE, HAND_SIZE
from games.boon.events import EVENTS, Event
from games.boon.rules import must_take
from games.boon.state import ENDINGS, State
from games.core.contract import Seat
from games.core.dispatch import by_kind, on_event
from games.core.presentation.texts import Note, select_cases, template, templates_in

DEALER_DRAWN = template("boon.dealer_drawn", "{dealer} is drawn as the first dealer", dealer="seat")
HAND_DEALT = template(
    "boon.hand_dealt",
    "Round {hand}: {dealer} deals {each} cards each and {rest} as the Boon",
    hand="number", dealer="seat", each="number", rest="number",
)  # fmt: skip
HAND_DEALT_TO_YOU = template(
    "boon.hand_dealt.to_you",
    "Round {hand}: {dealer} deals you {cards}",
    hand="number", dealer="seat", cards="cards",
)  # fmt: skip
PASSED = template("boon.passed", "{seat} passes", seat="seat")
BOON_TAKEN = template("boon.boon_taken", "{seat} takes the Boon", seat="seat")
BOON_TAKEN_BY_YOU = template("boon.boon_taken.by_you", "You take the Boon: {cards}", cards="cards")
FORCED_TO_TAKE = template(
    "boon.boon_taken.forced", "All others have passed: {seat} must take the Boon", seat="seat"
)
YOU_FORCED_TO_TAKE = template(
    "boon.boon_taken.by_you.forced",
    "All others have passed, so you must take the Boon: {cards}",
    cards="cards",
)
LEASTER_BEGUN = template(
    "boon.leaster_begun", "Nobody takes the Boon: a Leaster, everyone for themselves"
)
CARDS_BURIED = template(
    "boon.cards_buried",
    "{seat} buries {count, plural, one {# card} other {# cards}}",
    seat="seat", count="number",
)  # fmt: skip
CARDS_BURIED_BY_YOU = template("boon.cards_buried.by_you", "You bury {cards}", cards="cards")
CARD_PLAYED = template(
    "boon.card_played",
    "{seat} {leads, select, yes {leads} other {plays}} {card}",
    seat="seat", leads="word", card="card",
)  # fmt: skip
TAKER_ALONE = template(
    "boon.sides_revealed.alone", "{taker} has no partner and plays alone", taker="seat"
)
PARTNER_REVEALED = template(
    "boon.sides_revealed.partner",
    "{partner} is the partner of {taker}",
    partner="seat", taker="seat",
)  # fmt: skip
TRICK_WON = template(
    "boon.trick_won",
    "{seat} wins the trick with {points, plural, one {# point} other {# points}}",
    seat="seat", points="number",
)  # fmt: skip
PAYMENT = template(
    "boon.payment",
    "{payer} pays {cards, plural, one {# Victory Card} other {# Victory Cards}} to {receiver}",
    payer="seat", cards="number", receiver="seat",
)  # fmt: skip
NO_PAYMENT = template("boon.payment.none", "nobody pays")
ROUND_COUNTED = template(
    "boon.round_counted",
    "{won, select, yes {Won} other {Lost}} by {offence} with"
    " {points, plural, one {# point} other {# points}}: {payments}",
    won="word", offence="seats", points="number", payments="notes",
)  # fmt: skip
LEASTER_TIED = template("boon.leaster_counted.tie", "The Leaster is a tie: nobody pays")
LEASTER_WON = template(
    "boon.leaster_counted",
    "{winner} wins the Leaster with {points, plural, one {# point} other {# points}}: {payments}",
    winner="seat", points="number", payments="notes",
)  # fmt: skip
GAME_ENDED = template(
    "boon.game_ended",
    f"{select_cases('why', ENDINGS)}; first: {{winners}}",
    why="word", winners="seats",
)  # fmt: skip
HAND_VOIDED = template(
    "boon.hand_voided",
    "Round {hand} is void and its payments are taken back; play goes on",
    hand="number",
)
LAST_HAND_VOIDED = template(
    "boon.hand_voided.last",
    "Round {hand} is void and its payments are taken back; first: {winners}",
    hand="number", winners="seats",
)  # fmt: skip


def notes(state: State, event: Event, seat: Seat | None) -> Note:
    """Return what a seat (None: a spectator) is told of `event`, which comes after `state`."""
    return (None if seat is None else _own(state, event, seat)) or NOTES[type(event)](state, event)


def _own(state: State, event: Event, seat: Seat) -> Note | None:
    """Return what a seat alone is told."""
    match event:
        case ev.HandDealt():
            return HAND_DEALT_TO_YOU(hand=event.hand, dealer=event.dealer, cards=event.hands[seat])
        case ev.BoonTaken() if event.seat == seat:
            taken = YOU_FORCED_TO_TAKE if must_take(state) else BOON_TAKEN_BY_YOU
            return taken(cards=event.cards)
        case ev.CardsBuried() if event.seat == seat:
            return CARDS_BURIED_BY_YOU(cards=event.cards)
    return None


def _round_deal_note(state: State, event: ev.HandDealt) -> Note:
    """Rule 1."""
    each, rest = HAND_SIZE[state.seats], BOON_SIZE[state.seats]
    return HAND_DEALT(hand=event.hand, dealer=event.dealer, each=each, rest=rest)


def _taken_note(state: State, event: ev.BoonTaken) -> Note:
    """Rule 2, or N26."""
    return (FORCED_TO_TAKE if must_take(state) else BOON_TAKEN).of(state, event)


def _burial_note(state: State, event: ev.CardsBuried) -> Note:
    """Rule 3."""
    return CARDS_BURIED(seat=event.seat, count=BOON_SIZE[state.seats])


def _lead_or_play_note(state: State, event: ev.CardPlayed) -> Note:
    """Rule 5."""
    leads = "no" if state.trick else "yes"
    return CARD_PLAYED(seat=event.seat, leads=leads, card=event.card)


def _partner_note(state: State, event: ev.SidesRevealed) -> Note:
    """Rule 4."""
    return (TAKER_ALONE if event.partner is None else PARTNER_REVEALED).of(state, event)


def _payment_notes(paid: tuple[tuple[int, ...], ...]) -> tuple[Note, ...]:
    """Return who pays whom."""
    each = (PAYMENT(payer=payer, receiver=to, cards=cards) for payer, to, cards in paid)
    return (*each,) or (NO_PAYMENT(),)


def _round_counted(state: State, event: ev.RoundCounted) -> Note:
    """Rules 7-8."""
    offence = (event.taker,) if event.partner is None else (event.taker, event.partner)
    won, paid = "yes" if event.won else "no", _payment_notes(event.paid)
    return ROUND_COUNTED(won=won, offence=offence, points=event.points, payments=paid)


def _leaster_counted(state: State, event: ev.LeasterCounted) -> Note:
    """Rule 10."""
    if event.winner is None:
        return LEASTER_TIED()
    points = event.points[event.winner]
    return LEASTER_WON(winner=event.winner, points=points, payments=_payment_notes(event.paid))


def _game_ended(state: State, event: ev.GameEnded) -> Note:
    """Rule 9."""
    return GAME_ENDED(why=event.why, winners=_first_place_seats(event.places))


def _voided_round_note(state: State, event: ev.HandVoided) -> Note:
    """V1."""
    if event.why is None:
        return HAND_VOIDED(hand=event.hand)
    return LAST_HAND_VOIDED(hand=event.hand, winners=_first_place_seats(event.places))


def _first_place_seats(places: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return the seats in the first place."""
    return tuple(Seat(seat) for seat, place in enumerate(places) if place == 1)


NOTES: Mapping[type[Event], Callable[[State, Any], Note]] = by_kind(
    EVENTS.values(),
    on_event(ev.DealerDrawn, DEALER_DRAWN.of),
    on_event(ev.HandDealt, _round_deal_note),
    on_event(ev.Passed, PASSED.of),
    on_event(ev.BoonTaken, _taken_note),
    on_event(ev.LeasterBegun, LEASTER_BEGUN.of),
    on_event(ev.CardsBuried, _burial_note),
    on_event(ev.CardPlayed, _lead_or_play_note),
    on_event(ev.SidesRevealed, _partner_note),
    on_event(ev.TrickWon, TRICK_WON.of),
    on_event(ev.RoundCounted, _round_counted),
    on_event(ev.LeasterCounted, _leaster_counted),
    on_event(ev.GameEnded, _game_ended),
    on_event(ev.HandVoided, _voided_round_note),
)
TEXTS = templates_in(globals())
