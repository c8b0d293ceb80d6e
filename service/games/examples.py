"""Examples of games: the list of them, one in detail, its rules, and the picture of a card."""

from collections.abc import Mapping
from typing import Any

from games import NEWEST
from service.games.cards import pictures_by_card
from service.games.games import game_details, game_rules_text, game_summary
from service.wire.json_schema import Json

RULES_LINES = 3  # of a rulebook
ENTRIES_IN_EXAMPLE = 2  # of each list
GAMES_IN_EXAMPLE = 1  # of the list of them


def game_examples() -> Json:
    """Return the examples of what is told of games."""
    return {
        "Games": shorten_games({"games": [*map(game_summary, NEWEST.values())]}),
        "GameDetails": shorten_details(game_details(NEWEST["boon"])),
        "GameRules": shorten_rules(game_rules_text(NEWEST["boon"]).data.decode()),
        "CardPicture": pictures_by_card()["gold-7"].data.decode(),
    }


def shorten_games(games: Mapping[str, Any]) -> Json:
    """Return the list of games with its beginning."""
    return {"games": games["games"][:GAMES_IN_EXAMPLE]}


def shorten_details(details: Mapping[str, Any]) -> Json:
    """Return the details of a game with the beginning of each list."""
    lists = {
        name: one[:ENTRIES_IN_EXAMPLE] for name, one in details.items() if isinstance(one, list)
    }
    return {**details, **lists}


def shorten_rules(rules: str) -> str:
    """Return the beginning of a rulebook."""
    return "\n".join(rules.splitlines()[:RULES_LINES])
