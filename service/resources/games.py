"""The games: seats, options, actions and rules."""

from importlib.resources import files
from typing import Any

from flask import Blueprint, Response

from games import GAMES
from games.core.contract import AnyGame
from games.core.options import listed
from service.http.json_schema import action_forms
from service.http.problems import Problem
from service.http.requests import answer

blueprint = Blueprint("games", __name__, url_prefix="/v1/games")


class UnknownGame(Problem):
    """There is no game of this name."""

    code, status = "game/unknown", 404


def newest(name: str) -> AnyGame:
    """Return the newest rules version of a game, or answer 404."""
    versions = [version for known, version in GAMES if known == name]
    if not versions:
        names = ", ".join(dict.fromkeys(known for known, _ in GAMES))
        raise UnknownGame(f"There is no game {name}; there are: {names}")
    return GAMES[name, max(versions)]


def summary(game: AnyGame) -> dict[str, Any]:
    """Return what a list of games shows."""
    return {
        "game": game.name,
        "title": game.title,
        "rules": game.version,
        "seats": {"least": game.seats[0], "most": game.seats[-1]},
    }


@blueprint.get("")
def games() -> Response:
    """Return all games."""
    names = dict.fromkeys(name for name, _ in GAMES)
    return answer({"games": [summary(newest(name)) for name in names]})


@blueprint.get("/<name>")
def game(name: str) -> Response:
    """Return a game with its options, its actions as JSON Schemas, and its rules."""
    return answer(details(newest(name)))


def details(found: AnyGame) -> dict[str, Any]:
    """Return all that a client needs to open and play a game."""
    return {
        **summary(found),
        "options": listed(found.options),
        "actions": action_forms(found),
        "cards": [face._asdict() for face in found.faces],
        "rules_text": (files(f"games.{found.name}") / "RULES.md").read_text(),
    }
