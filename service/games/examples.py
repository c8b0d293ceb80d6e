"""Examples of games: the list of them, one in detail, and the picture of a card."""

from games import NEWEST
from service.games.cards import pictures_by_card
from service.games.games import game_details, game_summary
from service.wire.json_schema import Json

RULES_SHOWN = 300  # characters


def game_examples() -> Json:
    """Return the examples of what is told of games."""
    boon = game_details(NEWEST["boon"])
    return {
        "Games": {"games": [*map(game_summary, NEWEST.values())]},
        "GameDetails": {**boon, "rules_text": boon["rules_text"][:RULES_SHOWN]},
        "CardPicture": pictures_by_card()["gold-7"].data.decode(),
    }
