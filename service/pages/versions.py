"""Games, their rules, pictures and the description of the API by their versions."""

from collections.abc import Iterator

from flask import Blueprint, Response

from games import NEWEST
from projections.tables.languages import LANGUAGES
from service.games.cards import POLICY, pictures_by_card
from service.games.games import game_details_json, game_rules_text
from service.pages.pages import api_description
from service.wire.problems import UNKNOWN_VERSION
from service.wire.versions import FOR_EVER, VersionedText

blueprint = Blueprint("versions", __name__, url_prefix="/v1/versions")


def _versioned_texts() -> Iterator[VersionedText]:
    """Yield all texts that have versions; that which takes long to make comes last."""
    for language in LANGUAGES:
        yield from pictures_by_card(language).values()
    yield from map(game_rules_text, NEWEST.values())
    for language in LANGUAGES:
        for game in NEWEST.values():
            yield game_details_json(game, language)
    yield api_description()


@blueprint.get("/<version>")
def version(version: str) -> Response:
    """Show a game, its rules, a picture or the description as one version of the server has it."""
    for one in _versioned_texts():
        if one.id == version:
            return one.answer(FOR_EVER, Content_Security_Policy=POLICY)
    raise UNKNOWN_VERSION()
