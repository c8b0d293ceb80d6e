"""What people at the table would say about each event: texts with their parameters."""

from collections.abc import Callable, Mapping
from typing import Any

from games.boojum import events as ev
from games.boojum.sets import KINDS
from games.boojum.state import ENDINGS, State
from games.core.contract import Seat
from games.core.dispatch import by_kind, on_event
from games.core.presentation.texts import Note, select_cases, template, templates_in

SETS = {f"{one.token}_{one.kind}": one.must for one in KINDS}
TAKES = f"{{seat}} takes the {{token}} token for {select_cases('set', SETS)}: {{cards}}"

DEALER_DRAWN = template("boojum.dealer_drawn", "{dealer} is drawn as dealer", dealer="seat")
CARDS_DEALT = template(
    "boojum.cards_dealt",
    "{dealer} deals five cards to each seat and two to each slot",
    dealer="seat",
)
CARDS_DEALT_TO_YOU = template(
    "boojum.cards_dealt.to_you", "{dealer} deals you {cards}", dealer="seat", cards="cards"
)
SLOT = template("boojum.slot", "slot {slot}: {cards}", slot="number", cards="cards")
SLOTS_TURNED_UP = template(
    "boojum.slots_turned_up",
    "Round {round}; {slots}",
    round="number", slots="notes",
)  # fmt: skip
BID_MADE = template(
    "boojum.bid_made",
    "{seat} {raises, select, yes {raises to} other {bids}} {count} for {pips} with {cards}",
    seat="seat", raises="word", count="number", pips="number", cards="cards",
)  # fmt: skip
PASSED = template("boojum.passed", "{seat} passes", seat="seat")
SLOT_SOLD = template(
    "boojum.slot_sold",
    "Slot {slot} goes to {seat}: {cards}; the bid of"
    " {bid, plural, one {# card} other {# cards}} stays in the slot",
    slot="number", seat="seat", cards="cards", bid="number",
)  # fmt: skip
SLOT_UNSOLD = template("boojum.slot_unsold", "Slot {slot} stays unsold", slot="number")
SLOTS_BUILT = template(
    "boojum.slots_built",
    "{count, plural, one {# slot gets} other {# slots get}} a card face down",
    count="number",
)
SEATS_DEALT = template(
    "boojum.seats_dealt", "A card for winning no auction: {seats}", seats="seats"
)
SEATS_DEALT_TO_YOU = template(
    "boojum.seats_dealt.to_you",
    "A card for winning no auction: {seats}; you get {cards}",
    seats="seats", cards="cards",
)  # fmt: skip
CARDS_TAKEN_UP = template("boojum.cards_taken_up", "All take up their cards; claims may be made")
SET_CLAIMED = template(
    "boojum.set_claimed", TAKES, seat="seat", token="word", set="word", cards="cards"
)
EXCUSE = template("boojum.set_claimed.excuse", "the Excuse as {what}", what="word")
SET_CLAIMED_WITH_EXCUSES = template(
    "boojum.set_claimed.with_excuses",
    TAKES + " ({excuses})",
    seat="seat", token="word", set="word", cards="cards", excuses="notes",
)  # fmt: skip
CARD_DRAWN = template("boojum.card_drawn", "{seat} draws a card", seat="seat")
CARD_DRAWN_BY_YOU = template("boojum.card_drawn.by_you", "You draw {card}", card="card")
CLAIMS_FINISHED = template("boojum.claims_finished", "{seat} is done", seat="seat")
STACK_RESHUFFLED = template(
    "boojum.stack_reshuffled",
    "The discard pile, {count, plural, one {# card} other {# cards}}, becomes the draw stack",
    count="number",
)
ROUND_ENDED = template("boojum.round_ended", "Round {round} ends", round="number")
TOKENS = template(
    "boojum.game_ended.tokens",
    "{seat} {tokens, plural, one {# token} other {# tokens}}",
    seat="seat", tokens="number",
)  # fmt: skip
GAME_ENDED = template(
    "boojum.game_ended",
    f"{select_cases('why', ENDINGS)}; first: {{winners}}; {{tokens}}",
    why="word", winners="seats", tokens="notes",
)  # fmt: skip
HAND_VOIDED = template("boojum.hand_voided", "The hand is voided; all seats share the first place")


def notes(state: State, event: ev.Event, seat: Seat | None) -> Note:
    """Return what a seat (None: a spectator) is told of `event`, which comes after `state`."""
    return (None if seat is None else _own(event, seat)) or NOTES[type(event)](state, event)


def _own(event: ev.Event, seat: Seat) -> Note | None:
    """Return what a seat alone is told."""
    match event:
        case ev.CardsDealt():
            return CARDS_DEALT_TO_YOU(dealer=event.dealer, cards=event.hands[seat])
        case ev.SeatsDealt() if seat in event.seats:
            return SEATS_DEALT_TO_YOU(seats=event.seats, cards=event.cards[seat])
        case ev.CardDrawn() if event.seat == seat:
            return CARD_DRAWN_BY_YOU(card=event.card)
    return None


def _slots_turned_up(state: State, event: ev.SlotsTurnedUp) -> Note:
    """Rule 4."""
    slots = tuple(SLOT(slot=at, cards=cards) for at, cards in enumerate(event.slots, 1))
    return SLOTS_TURNED_UP(round=event.round, slots=slots)


def _pile_bid_note(state: State, event: ev.BidMade) -> Note:
    """Rule 5, B33: the call at the table, with the whole pile that it is for."""
    before = state.piles[event.seat]
    raises, pile = "yes" if before else "no", (*before, *event.cards)
    return BID_MADE(seat=event.seat, raises=raises, count=event.count, pips=event.pips, cards=pile)


def _slot_sold(state: State, event: ev.SlotSold) -> Note:
    """Rule 5."""
    return SLOT_SOLD(slot=event.slot + 1, seat=event.seat, cards=event.cards, bid=len(event.bid))


def _slot_unsold(state: State, event: ev.SlotUnsold) -> Note:
    """Rule 5."""
    return SLOT_UNSOLD(slot=event.slot + 1)


def _slots_built(state: State, event: ev.SlotsBuilt) -> Note:
    """Rule 6."""
    return SLOTS_BUILT(count=len(event.slots))


def _set_claimed(state: State, event: ev.SetClaimed) -> Note:
    """Rule 9."""
    name = f"{event.token}_{event.kind}"
    claimed = {"seat": event.seat, "token": event.token, "set": name, "cards": event.cards}
    if not event.excuses:
        return SET_CLAIMED(**claimed)
    excuses = tuple(EXCUSE(what=what) for what in event.excuses)
    return SET_CLAIMED_WITH_EXCUSES(**claimed, excuses=excuses)


def _game_ended(state: State, event: ev.GameEnded) -> Note:
    """Rules 12 and 13."""
    winners = tuple(seat for seat, place in enumerate(event.places) if place == 1)
    tokens = tuple(TOKENS(seat=seat, tokens=score) for seat, score in enumerate(event.scores))
    return GAME_ENDED(why=event.why, winners=winners, tokens=tokens)


NOTES: Mapping[type[ev.Event], Callable[[State, Any], Note]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.DealerDrawn, DEALER_DRAWN.of),
    on_event(ev.CardsDealt, CARDS_DEALT.of),
    on_event(ev.SlotsTurnedUp, _slots_turned_up),
    on_event(ev.BidMade, _pile_bid_note),
    on_event(ev.Passed, PASSED.of),
    on_event(ev.SlotSold, _slot_sold),
    on_event(ev.SlotUnsold, _slot_unsold),
    on_event(ev.SlotsBuilt, _slots_built),
    on_event(ev.SeatsDealt, SEATS_DEALT.of),
    on_event(ev.CardsTakenUp, CARDS_TAKEN_UP.of),
    on_event(ev.SetClaimed, _set_claimed),
    on_event(ev.CardDrawn, CARD_DRAWN.of),
    on_event(ev.ClaimsFinished, CLAIMS_FINISHED.of),
    on_event(ev.StackReshuffled, STACK_RESHUFFLED.of),
    on_event(ev.RoundEnded, ROUND_ENDED.of),
    on_event(ev.GameEnded, _game_ended),
    on_event(ev.HandVoided, HAND_VOIDED.of),
)
TEXTS = templates_in(globals())
