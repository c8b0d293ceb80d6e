"""What a person sees at a table of Boon, from what one viewer may know."""

from collections.abc import Mapping, Sequence
from typing import Final

from games.boon.scoring import winning_card_place
from games.boon.view import BoonPlayView, WonTrick, is_forced_pick
from games.core.contract import Card, Seat
from games.core.presentation.scene import (
    Board,
    Pile,
    Scene,
    SceneDeed,
    SceneRound,
    SeatScene,
    clockwise_seats,
    make_pile,
)
from games.core.presentation.texts import count_text, plain_text, template

BURIES = template(
    "boon.scene.buries", "buries {count, plural, one {# card} other {# cards}}", count="number"
)
TRICK = template("boon.scene.trick", "Trick {number}", number="number")
PHASES: Final[Mapping[str, str]] = {
    "dealing": "The next round is about to be dealt.",
    "taking": "Players say in turn whether they take the Boon.",
    "forced_pick": "All others have passed: the dealer must take the Boon.",
    "burying": "The taker buries as many cards as the Boon had.",
    "playing": "The taker, perhaps with a partner, plays for 61 points against all others.",
    "leaster": "Nobody took the Boon: whoever takes fewest points, but a trick, wins the Leaster.",
    "counting": "The points are counted.",
    "over": "The game is over.",
}


def scene(view: BoonPlayView) -> Scene:
    """Return what a person sees."""
    seats = [_seat_scene(view, Seat(seat)) for seat in range(view["seats"])]
    return {"seats": seats, "board": _board(view)}


def _seat_scene(view: BoonPlayView, seat: Seat) -> SeatScene:
    """Return what a person sees of a seat."""
    named = {"dealer": view["dealer"], "taker": view["taker"], "partner": view["partner"]}
    counts, took = view["card_counts"], view["tricks_won"][seat] if view["tricks_won"] else 0
    taken = [count_text(took, "trick"), count_text(view["points"][seat], "point")] if took else []
    return {
        "cards": counts[seat] if counts else 0,
        "score": view["victory_cards"][seat],
        "roles": [role for role, holder in named.items() if holder == seat],
        "assets": taken,
    }


def _board(view: BoonPlayView) -> Board:
    """Return the table but for the seats."""
    starter = _starting_seat(view)
    return {
        "phase": _board_phase(view),
        "counts": "Victory Cards",
        "order": clockwise_seats(starter or 0, view["seats"]),
        "dealer": view["dealer"],
        "starter": starter,
        "mine": view["cards"],
        "open": _piles(view),
        "current": _current(view),
        "previous": _previous(view),
    }


def _board_phase(view: BoonPlayView) -> str:
    """Return what is going on: the phase, or what is special in it."""
    if view["leaster"] and view["phase"] == "playing":
        return "leaster"
    return "forced_pick" if is_forced_pick(view) else view["phase"]


def _starting_seat(view: BoonPlayView) -> Seat | None:
    """Return who leads to the trick, or is asked first about the Boon."""
    if view["dealer"] is None:
        return None
    if view["phase"] in ("taking", "burying"):
        return Seat((view["dealer"] + 1) % view["seats"])
    return view["leader"]


def _piles(view: BoonPlayView) -> list[Pile]:
    """Return the Boon and the buried cards, open to who may see them."""
    found = []
    if view["boon_count"] or view["boon"]:
        known = view["boon"] or ()
        found.append(make_pile("the Boon", known, hidden=0 if known else view["boon_count"]))
    if view["buried_count"]:
        known = view["buried"] or ()
        hidden = 0 if known else view["buried_count"]
        found.append(make_pile("buried", known, hidden=hidden, seat=view["taker"]))
    return found


def _current(view: BoonPlayView) -> SceneRound | None:
    """Return the trick, or who has left the Boon to others and who took it."""
    if view["phase"] in ("taking", "burying"):
        return _take_or_pass_scene(view)
    leader, trick = view["leader"], view["trick"]
    if view["phase"] != "playing" or leader is None:
        return None
    ahead = Seat((leader + winning_card_place(tuple(trick))) % view["seats"]) if trick else None
    return {
        "kind": "trick",
        "name": plain_text(TRICK, len(view["tricks"]) + 1),
        "deeds": _trick_deeds(leader, trick, view["seats"]),
        "winner": ahead,
    }


def _previous(view: BoonPlayView) -> SceneRound | None:
    """Return the trick before; before the first one what became of the Boon."""
    if view["tricks"]:
        return _won_trick_scene(view, view["tricks"][-1], plain_text(TRICK, len(view["tricks"])))
    if view["phase"] == "playing":
        return _take_or_pass_scene(view)
    last = view["last_trick"]
    return None if last is None else _won_trick_scene(view, last, "Last trick of the round before")


def _won_trick_scene(view: BoonPlayView, trick: WonTrick, name: str) -> SceneRound:
    """Return a trick that was taken."""
    deeds = _trick_deeds(trick["leader"], trick["cards"], view["seats"])
    return {"kind": "trick", "name": name, "deeds": deeds, "winner": trick["winner"]}


def _trick_deeds(leader: Seat, cards: Sequence[Card], seats: int) -> list[SceneDeed]:
    """Return who played what to a trick."""
    order = clockwise_seats(leader, seats)[: len(cards)]
    return [
        {"seat": seat, "action": "play", "cards": (card,), "text": "plays" if at else "leads"}
        for at, (seat, card) in enumerate(zip(order, cards, strict=True))
    ]


def _take_or_pass_scene(view: BoonPlayView) -> SceneRound:
    """Return who has left the Boon to others and who took it."""
    deeds = [_cardless_deed(seat, "pass", "passes") for seat in view["passed"]]
    if view["taker"] is not None:
        deeds.append(_cardless_deed(view["taker"], "take", "takes the Boon"))
        if view["buried_count"]:
            buries = plain_text(BURIES, view["buried_count"])
            deeds.append(_cardless_deed(view["taker"], "bury", buries))
    return {"kind": "round", "name": "The Boon", "deeds": deeds, "winner": view["taker"]}


def _cardless_deed(seat: Seat, action: str, text: str) -> SceneDeed:
    """Return what a seat did without showing a card."""
    return {"seat": seat, "action": action, "cards": (), "text": text}
