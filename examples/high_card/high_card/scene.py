"""What a person sees at a table, from what one viewer may know."""

from collections.abc import Mapping, Sequence

from games.core.contract import Seat
from games.core.presentation.scene import Scene, SceneRound, SeatScene, clockwise_seats, make_pile
from games.core.words import count_phrase
from high_card.cards import highest
from high_card.view import HighCardPlayed, HighCardPlayView

PHASES: Mapping[str, str] = {
    "opening": "The first dealer is drawn.",
    "dealing": "The next hand is about to be dealt.",
    "playing": "Play a card; the highest takes the trick.",
    "trick": "The trick is full.",
    "scoring": "The hand is over.",
    "finished": "The game is over.",
}


def scene(view: HighCardPlayView) -> Scene:
    """Return what a person sees."""
    seats = len(view["totals"])
    starter = view["trick"][0]["seat"] if view["trick"] else next(iter(view["queue"]), None)
    is_played, last = view["phase"] == "playing", view["last_trick"]
    return {
        "seats": [seat_scene(view, Seat(seat)) for seat in range(seats)],
        "board": {
            "phase": view["phase"],
            "counts": "points",
            "order": clockwise_seats(starter or 0, seats),
            "dealer": view["dealer"],
            "starter": starter,
            "mine": view["own_cards"],
            "open": [make_pile("stock", hidden=view["stock"]), make_pile("played", view["played"])],
            "current": trick("The trick", view["trick"]) if is_played else None,
            "previous": trick("The trick before", last) if last else None,
        },
    }


def seat_scene(view: HighCardPlayView, seat: Seat) -> SeatScene:
    """Return what a person sees of a seat."""
    return {
        "cards": view["counts"][seat] if view["counts"] else 0,
        "score": view["totals"][seat],
        "roles": ["dealer"] if seat == view["dealer"] else [],
        "assets": [count_phrase(view["tricks"][seat], "trick")] if view["tricks"] else [],
    }


def trick(name: str, played: Sequence[HighCardPlayed]) -> SceneRound:
    """Return who played what."""
    best = highest(tuple(one["card"] for one in played)) if played else None
    return {
        "kind": "trick",
        "name": name,
        "deeds": [
            {"seat": one["seat"], "action": "play", "cards": (one["card"],), "text": "plays"}
            for one in played
        ],
        "winner": next((one["seat"] for one in played if one["card"] == best), None),
    }
