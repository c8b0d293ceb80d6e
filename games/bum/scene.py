"""What a person sees at a table of the Bum Game, from what one viewer may know."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from games.bum.cards import WORDS, Combination, possible_combinations
from games.bum.events import CombinationPlayed
from games.bum.notes import combination_note
from games.bum.view import BumPlayView, ExchangedCards
from games.core.contract import Card, Seat
from games.core.presentation.scene import (
    Board,
    DeedFacts,
    Pile,
    Scene,
    SceneDeed,
    SceneRound,
    SeatScene,
    clockwise_seats,
    make_pile,
)
from games.core.presentation.texts import Text, english_text, plain_text, template

GIVES: Final = template(
    "bum.deed.gives",
    "gives {count, plural, one {# card} other {# cards}} to {receiver}",
    count="number", receiver="seat",
)  # fmt: skip
LEADS: Final = template("bum.deed.leads", "leads {what}", what="notes")
PLAYS: Final = template("bum.deed.plays", "plays {what}", what="notes")
OUT: Final = template("bum.role.out", "out as number {place}", place="number")
PHASES: Final[Mapping[str, str]] = {
    "cut": "The cut names the first Boss.",
    "deal": "The next hand is about to be dealt.",
    "exchange": "The Boss chooses which cards to give, then the Foreman, if there is one.",
    "play": "Play a higher combination of the type that was led, or pass.",
    "lead": "Lead any combination.",
    "hand_end": "The hand is over.",
    "over": "The table is over.",
}


def scene(view: BumPlayView) -> Scene:
    """Return what a person sees."""
    seats = [_seat_scene(view, Seat(seat)) for seat in range(view["seats"])]
    return {"seats": seats, "board": _board(view)}


def _seat_scene(view: BumPlayView, seat: Seat) -> SeatScene:
    """Return what a person sees of a seat."""
    roles = view["designations"][seat : seat + 1]
    out = [_place_text(view["out"].index(seat) + 1)] if seat in view["out"] else []
    passed = ["out of this trick"] if seat in view["passed"] else []
    return {
        "cards": view["counts"][seat] if view["counts"] else 0,
        "score": view["totals"][seat],
        "roles": [*roles, *out, *passed],
        "assets": [],
    }


def _place_text(place: int) -> str:
    """Return that a seat is out, and as which."""
    return plain_text(OUT, place)


def _board(view: BumPlayView) -> Board:
    """Return the table but for the seats."""
    deeds, order = view["deeds"], view["order"] or clockwise_seats(0, view["seats"])
    starter = deeds[0]["seat"] if deeds else view["turn"]
    if view["phase"] == "exchange":
        starter = order[0]
    at = 0 if starter is None else order.index(starter)
    leading = view["phase"] == "play" and view["lead"] is None
    return {
        "phase": "lead" if leading else view["phase"],
        "counts": "points",
        "order": [*order[at:], *order[:at]],
        "dealer": view["seated"][-1] if view["hand"] else None,
        "starter": starter,
        "mine": view["cards"],
        "open": _piles(view),
        "current": _trick_round("The trick", deeds, view["last"])
        if view["phase"] == "play"
        else None,
        "previous": _previous(view),
    }


def _piles(view: BumPlayView) -> list[Pile]:
    """Return Jokers that were shown and are still held."""
    played = {card for play in view["plays"] for card in play["cards"]}
    held = [[card for card in jokers if card not in played] for jokers in view["shown"]]
    return [make_pile("shown", cards, seat=Seat(seat)) for seat, cards in enumerate(held) if cards]


def _previous(view: BumPlayView) -> SceneRound | None:
    """Return the trick before; before the first one of a hand the exchange, if there was one."""
    if view["exchange"] and not view["trick"]:
        deeds = [_exchange_deed(row) for row in view["exchange"]]
        return {"kind": "round", "name": "The exchange", "deeds": deeds, "winner": None}
    before = view["deeds_before"]
    if not before:
        return None
    winner = next(deed["seat"] for deed in reversed(before) if deed["action"] == "play")
    return _trick_round("The trick before", before, winner)


def _exchange_deed(row: ExchangedCards) -> SceneDeed:
    """Return one side of the exchange."""
    text = plain_text(GIVES, row["count"], row["receiver"])
    cards: Sequence[Card | None] = row["cards"] or (None,) * row["count"]
    return {"seat": row["giver"], "action": None, "cards": cards, "text": text}


def _trick_round(name: str, deeds: Sequence[DeedFacts], winner: Seat | None) -> SceneRound:
    """Return who played what, and who passed."""
    shown = [_done(deed, is_lead=not at) for at, deed in enumerate(deeds)]
    return {"kind": "trick", "name": name, "deeds": shown, "winner": winner}


def _done(deed: DeedFacts, is_lead: bool) -> SceneDeed:
    """Return a pass, or a combination with what its wild cards stand for."""
    seat, cards = deed["seat"], tuple(deed["cards"])
    if deed["action"] == "pass":
        return {"seat": seat, "action": "pass", "cards": (), "text": "passes"}
    one = next(reading for reading in possible_combinations(cards) if reading.kind == deed["word"])
    text = _combination_text(one, is_lead=is_lead)
    return {"seat": seat, "action": "play", "cards": cards, "text": text}


@lru_cache(4096)  # a trick is told again with each card that comes to it
def _combination_text(one: Combination, *, is_lead: bool) -> Text:
    """Return what somebody played, in words."""
    kind, size, length, rank = one
    played = CombinationPlayed(Seat(0), (), kind, size, length, WORDS[rank])
    return english_text((LEADS if is_lead else PLAYS)(what=(combination_note(played),)))
