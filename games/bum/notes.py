"""What people at the table would say about each event: texts with their parameters."""

from collections.abc import Callable, Mapping
from typing import Any

from games.bum import events as ev
from games.bum.rules import limit_reached
from games.bum.scoring import designation_at
from games.bum.state import State
from games.core.contract import Seat
from games.core.dispatch import by_kind, on_event
from games.core.presentation.texts import Note, select_cases, template, templates_in

NAMES = {"J": "Jack", "Q": "Queen", "K": "King", "A": "Ace", "2": "Two", "JK": "Joker"}
RANKS = {
    one: NAMES.get(one, one)
    for one in ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "JK")
}
PLURALS = {one: f"{name}s" for one, name in RANKS.items()}
ROLES = ("boss", "foreman", "middleman", "worker", "bum")
LEADS_OR_PLAYS = "{leads, select, yes {leads} other {plays}}"

ROLE = template(
    "bum.role",
    select_cases("role", {one: f"{one.capitalize()} {{seat}}" for one in ROLES}),
    role="word", seat="seat",
)  # fmt: skip
BOSS_DRAWN = template("bum.boss_drawn", "{seat} cuts highest and is the first Boss", seat="seat")
HAND_DEALT = template(
    "bum.hand_dealt", "Hand {hand} is dealt: {roles}", hand="number", roles="notes"
)
HAND_DEALT_TO_YOU = template(
    "bum.hand_dealt.to_you",
    "Hand {hand} is dealt: {roles}; you hold {cards}",
    hand="number", roles="notes", cards="cards",
)  # fmt: skip
REVOLUTION = template(
    "bum.revolution_declared",
    "A revolution is declared by {seats} with"
    " {jokers, plural, one {# Joker} other {# Jokers}}: {roles}",
    seats="seats", jokers="number", roles="notes",
)  # fmt: skip
EXCHANGE_CALLED_OFF = template(
    "bum.exchange_called_off",
    "{seat}, the Worker, shows {jokers}: no cards are exchanged",
    seat="seat", jokers="cards",
)  # fmt: skip
CARDS_GIVEN = template(
    "bum.cards_given",
    "{seat} gives {count, plural, one {# card} other {# cards}} face down to {receiver}",
    seat="seat", receiver="seat", count="number",
)  # fmt: skip
GIVEN_BY_YOU = template(
    "bum.cards_given.by_you", "You give {cards} to {receiver}", receiver="seat", cards="cards"
)
GIVEN_TO_YOU = template(
    "bum.cards_given.to_you", "{seat} gives you {cards}", seat="seat", cards="cards"
)
CARD_PLAYED = template(
    "bum.combination_played.card",
    f"{{seat}} {LEADS_OR_PLAYS} {{cards}}",
    seat="seat", leads="word", cards="cards",
)  # fmt: skip
CARD = template("bum.combination.card", f"a single {select_cases('rank', RANKS)}", rank="word")
SET = template(
    "bum.combination.set",
    f"{{size}} cards as {select_cases('rank', PLURALS)}",
    size="number", rank="word",
)  # fmt: skip
SEQUENCE = template(
    "bum.combination.sequence",
    f"a sequence of {{length}} ranks up to {select_cases('rank', RANKS)},"
    " {size, plural, one {# card} other {# cards}} of each",
    length="number", rank="word", size="number",
)  # fmt: skip
COMBINATION_PLAYED = template(
    "bum.combination_played",
    f"{{seat}} {LEADS_OR_PLAYS} {{what}}: {{cards}}",
    seat="seat", leads="word", what="notes", cards="cards",
)  # fmt: skip
TURN_PASSED = template("bum.turn_passed", "{seat} passes", seat="seat")
TRICK_WON = template("bum.trick_won", "{seat} wins the trick and leads", seat="seat")
TRICK_WON_AND_OUT = template(
    "bum.trick_won.out",
    "{seat} wins the trick and is out, so {leader} leads",
    seat="seat", leader="seat",
)  # fmt: skip
PLAYER_WENT_OUT = template(
    "bum.player_went_out",
    "{seat} goes out as number {place} and scores"
    " {points, plural, one {# point} other {# points}}, {total} in all",
    seat="seat", place="number", points="number", total="number",
)  # fmt: skip
TARGET_REACHED = template("bum.target_reached", "{seat} reaches the target and wins", seat="seat")
HAND_ENDED = template("bum.hand_ended", "The hand is over; next: {roles}", roles="notes")
LAST_HAND_ENDED = template(
    "bum.hand_ended.last", "The hand is over; its order: {order}", order="seats"
)
SESSION_ENDED = template(
    "bum.session_ended",
    "The session of {hands, plural, one {# hand} other {# hands}} is over",
    hands="number",
)
HAND_VOIDED = template(
    "bum.hand_voided",
    "Hand {hand} is void; {over, select, yes {the table has ended} other {play goes on}}",
    hand="number", over="word",
)  # fmt: skip


def notes(state: State, event: ev.Event, seat: Seat | None) -> Note:
    """Return what a seat (None: a spectator) is told of `event`, which comes after `state`."""
    return (None if seat is None else _own(event, seat)) or NOTES[type(event)](state, event)


def _own(event: ev.Event, seat: Seat) -> Note | None:
    """Return what a seat alone is told."""
    match event:
        case ev.HandDealt():
            own_hand = event.hands[seat]
            return HAND_DEALT_TO_YOU(
                hand=event.hand, roles=_role_notes(event.order), cards=own_hand
            )
        case ev.CardsGiven() if event.seat == seat:
            return GIVEN_BY_YOU.of(None, event)
        case ev.CardsGiven() if event.receiver == seat:
            return GIVEN_TO_YOU.of(None, event)
    return None


def _role_notes(order: tuple[Seat, ...]) -> tuple[Note, ...]:
    """Return who is what in a hand."""
    return tuple(
        ROLE(role=designation_at(len(order), place).split()[0].lower(), seat=seat)
        for place, seat in enumerate(order)
    )


def _hand_dealt_note(state: State, event: ev.HandDealt) -> Note:
    """Rule 2."""
    return HAND_DEALT(hand=event.hand, roles=_role_notes(event.order))


def _revolution_declared_note(state: State, event: ev.RevolutionDeclared) -> Note:
    """Rule 3."""
    shown = sum(map(len, event.jokers))
    return REVOLUTION(seats=event.seats, jokers=shown, roles=_role_notes(event.order))


def combination_note(event: ev.CombinationPlayed) -> Note:
    """Return what was played; the rank of a set says what its wild cards stand for."""
    rank = event.rank.partition("-")[0]  # a Joker's number (U35) stands in the name of the card
    if event.kind == "sequence":
        return SEQUENCE(length=event.length, rank=rank, size=event.size)
    return SET(size=event.size, rank=rank) if event.size > 1 else CARD(rank=rank)


def _combination_played_note(state: State, event: ev.CombinationPlayed) -> Note:
    """Rule 5: what was led or played."""
    leads = "yes" if state.lead is None else "no"
    named = {"seat": event.seat, "leads": leads, "cards": event.cards}
    if len(event.cards) == 1:
        return CARD_PLAYED(**named)
    return COMBINATION_PLAYED(**named, what=(combination_note(event),))


def _trick_won_note(state: State, event: ev.TrickWon) -> Note:
    """Rule 6."""
    if event.leader == event.seat:
        return TRICK_WON(seat=event.seat)
    return TRICK_WON_AND_OUT(seat=event.seat, leader=event.leader)


def _hand_ended_note(state: State, event: ev.HandEnded) -> Note:
    """Rules 1 and 7; after the last hand (U31) only in which order it ended."""
    if limit_reached(state):
        return LAST_HAND_ENDED(order=event.order)
    return HAND_ENDED(roles=_role_notes(event.order))


NOTES: Mapping[type[ev.Event], Callable[[State, Any], Note]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.BossDrawn, BOSS_DRAWN.of),
    on_event(ev.HandDealt, _hand_dealt_note),
    on_event(ev.RevolutionDeclared, _revolution_declared_note),
    on_event(ev.ExchangeCalledOff, EXCHANGE_CALLED_OFF.of),
    on_event(ev.CardsGiven, CARDS_GIVEN.of),
    on_event(ev.CombinationPlayed, _combination_played_note),
    on_event(ev.TurnPassed, TURN_PASSED.of),
    on_event(ev.TrickWon, _trick_won_note),
    on_event(ev.PlayerWentOut, PLAYER_WENT_OUT.of),
    on_event(ev.TargetReached, TARGET_REACHED.of),
    on_event(ev.HandEnded, _hand_ended_note),
    on_event(ev.SessionEnded, SESSION_ENDED.of),
    on_event(ev.HandVoided, HAND_VOIDED.of),
)
TEXTS = templates_in(globals())
