"""What a person sees at a table of Boosh, from what one viewer may know."""

from collections.abc import Mapping, Sequence
from typing import Final

from games.boosh.notes import POSITIONS, WHICH
from games.boosh.state import left_of, play_order_from
from games.boosh.view import BooshPlayView, BooshShowdown
from games.core.contract import Card, Seat
from games.core.presentation.scene import (
    Board,
    DeedFacts,
    Pile,
    Scene,
    SceneDeed,
    SceneRound,
    SeatScene,
    make_pile,
)
from games.core.presentation.texts import plain_text, template

PHASES: Final[Mapping[str, str]] = {
    "opening": "The first dealer is drawn.",
    "dealing": "The next hand is about to be dealt.",
    "laying_out": "Look at your cards and lay them out; until then you may call Woof.",
    "cherry": "The cherry is about to be turned.",
    "taking": "Draw from deck A, or take the top card of pile B.",
    "placing": "Put the card in place of one of yours, or discard it.",
    "calling": "Call Boosh, or make no call.",
    "reshuffling": "The pile B is about to become the deck A.",
    "exposing": "From the caller on, each turns over two cards.",
    "folding": "From the caller's left on, each folds or stays in; the caller stays.",
    "showdown": "The hands are about to be revealed.",
    "finished": "The game is over.",
}
ROUNDS: Final[Mapping[str, str]] = {
    "lay_out": "Laying out",
    "call_woof": "Laying out",
    "take": "Turns",
    "expose": "Exposure",
    "fold": "Folding",
    "stay": "Folding",
}
CURRENT: Final[Mapping[str, str]] = {
    "laying_out": "Laying out",
    "exposing": "Exposure",
    "folding": "Folding",
}
TAKES: Final = template("boosh.deed.take", "takes the top card of {pile}", pile="word")
REPLACES: Final = template(
    "boosh.deed.replace", f"puts it in place of the {WHICH} card and discards", position="word"
)
TAKEN_FROM: Final = template("boosh.pile.taken", "taken from {pile}", pile="word")
SHOWDOWN: Final = template("boosh.round.showdown", "Showdown of hand {hand}", hand="number")
SHOWS: Final = template(
    "boosh.deed.shows", "shows {value} and gets {points}", value="number", points="signed"
)
SHOWS_NOTHING: Final = template(
    "boosh.deed.shows_nothing", "shows nothing and gets {points}", points="signed"
)
TEXTS: Final[Mapping[str, str]] = {
    "lay_out": "lays the cards out",
    "call_woof": "calls Woof",
    "discard": "discards",
    "call_boosh": "calls Boosh",
    "pass": "does not call",
    "expose": "turns over",
    "fold": "folds",
    "stay": "stays in",
}


def scene(view: BooshPlayView) -> Scene:
    """Return what a person sees."""
    seats = [_seat_scene(view, Seat(seat)) for seat in range(len(view["totals"]))]
    return {"seats": seats, "board": _board(view)}


def _seat_scene(view: BooshPlayView, seat: Seat) -> SeatScene:
    """Return what a person sees of a seat."""
    held = {
        "dealer": seat == view["dealer"],
        "caller": seat == view["caller"],
        "folded": seat in view["folded"],
        "out of the game": seat not in view["players"],
    }
    return {
        "cards": 4 if view["hands"][seat] else 0,
        "score": view["totals"][seat],
        "roles": [role for role, has_it in held.items() if has_it],
        "assets": [],
    }


def _board(view: BooshPlayView) -> Board:
    """Return the table but for the seats."""
    players, dealer = tuple(view["players"]), view["dealer"]
    starter = _round_starter(view)
    order = play_order_from(players, starter) if starter in players else players
    return {
        "phase": view["phase"],
        "counts": "points",
        "order": list(order),
        "dealer": dealer,
        "starter": starter,
        "mine": _visible_own_cards(view),
        "open": _piles(view),
        "current": _current(view),
        "previous": _previous(view),
    }


def _round_starter(view: BooshPlayView) -> Seat | None:
    """Return who began, or will begin, what is going on."""
    if view["deeds"]:
        return view["deeds"][0]["seat"]
    if view["queue"]:
        return view["queue"][0]
    return None if view["dealer"] is None else left_of(tuple(view["players"]), view["dealer"])


def _visible_own_cards(view: BooshPlayView) -> Sequence[Card | None] | None:
    """Return the own four cards; what may not be looked at again is null (W24)."""
    seat = view["seat"]
    if seat is None:
        return None
    hand = view["hands"][seat]
    return view["own_cards"] or (hand["known"] if hand else [])


def _piles(view: BooshPlayView) -> list[Pile]:
    """Return deck, pile and the card between them, and the hands of the others as all know them."""
    found = [
        make_pile("deck A", hidden=view["deck"]),
        make_pile("pile B, top card last", view["pile"]),
    ]
    if (taken := view["taken"]) is not None:
        name = plain_text(TAKEN_FROM, taken["pile"])
        found.append(make_pile(name, [taken["card"]], seat=taken["seat"]))
    for seat, hand in enumerate(view["hands"]):
        if hand and seat != view["seat"]:
            found.append(make_pile("hand", hand["known"], seat=Seat(seat)))
    return found


def _current(view: BooshPlayView) -> SceneRound | None:
    """Return what has been done in this round."""
    if view["phase"] in ("opening", "dealing", "showdown", "finished"):
        return None
    name = CURRENT.get(view["phase"], "Turns")
    if name == "Turns" and view["caller"] is not None:
        name = "The quack" if view["call"] == "boosh" else "Turns after a Woof"
    return _round_of_deeds(name, view["deeds"])


def _previous(view: BooshPlayView) -> SceneRound | None:
    """Return the round before; in the first one of a hand the showdown of the hand before."""
    before = view["deeds_before"]
    if before:
        return _round_of_deeds(ROUNDS[before[0]["action"]], before)
    return None if view["last_showdown"] is None else _showdown_round(view["last_showdown"])


def _round_of_deeds(name: str, deeds: Sequence[DeedFacts]) -> SceneRound:
    """Return what was done in a round."""
    shown: list[SceneDeed] = [
        {
            "seat": deed["seat"],
            "action": deed["action"],
            "cards": deed["cards"],
            "text": _deed_text(deed),
        }
        for deed in deeds
    ]
    return {"kind": "round", "name": name, "deeds": shown, "winner": None}


def _deed_text(deed: DeedFacts) -> str:
    """Return what a seat did, in words."""
    if deed["action"] == "take":
        return plain_text(TAKES, deed["word"])
    if deed["action"] == "replace":
        return plain_text(REPLACES, POSITIONS[deed["number"]])
    return TEXTS[deed["action"]]


def _showdown_round(last: BooshShowdown) -> SceneRound:
    """Return what everybody showed and got."""
    deeds = [
        _showdown_deed(Seat(seat), cards, last["values"][seat], points)
        for seat, (cards, points) in enumerate(zip(last["hands"], last["points"], strict=True))
        if cards or points
    ]
    best = last["best"]
    name = plain_text(SHOWDOWN, last["hand"])
    winner = best[0] if len(best) == 1 else None
    return {"kind": "round", "name": name, "deeds": deeds, "winner": winner}


def _showdown_deed(seat: Seat, cards: Sequence[Card], value: int | None, points: int) -> SceneDeed:
    """Return what a seat showed and got."""
    text = plain_text(SHOWS_NOTHING, points)
    if value is not None:
        text = plain_text(SHOWS, value, points)
    return {"seat": seat, "action": None, "cards": cards, "text": text}
