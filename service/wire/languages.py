"""The language of an answer: what `Accept-Language` prefers of the languages that there are."""

from functools import cache, lru_cache
from typing import Any, Final, TypeVar

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from games import NEWEST
from games.core.contract import Illegal, Seat
from games.core.errors import FairdealError
from games.core.game import AnyGame
from games.core.presentation.translations import Catalogue
from games.table import Table
from games.table.notes import story_lines
from projections.tables.languages import (
    ENGLISH,
    LANGUAGES,
    catalogue_of,
    shared_catalogue,
    translate_choices,
    translate_view,
)
from service.wire.current import current_request

PACKAGE: Final = "service"  # whose words are those of problems
V = TypeVar("V")  # a view
BY_LANGUAGE: Final = "Authorization, Accept-Language"  # Vary of what is told to one caller


def requested_language() -> str:
    """Return the language in which the caller wants to be answered."""
    header: str | None = current_request().environ.get("HTTP_ACCEPT_LANGUAGE")
    return ENGLISH if header is None else _preferred_language(header)


@lru_cache(1024)  # browsers send the same few
def _preferred_language(header: str) -> str:
    """Return what a header prefers of the languages that there are (RFC 9110, 12.5.4)."""
    wanted = parse_accept_header(header, LanguageAccept)
    return wanted.best_match(LANGUAGES, default=ENGLISH)


def requested_catalogue(game: AnyGame) -> Catalogue | None:
    """Return the texts of a game as the caller wants them; None: in English."""
    language = requested_language()
    return None if language == ENGLISH else catalogue_of(game, language)


def language_of(own: Catalogue | None) -> str:
    """Return the language of an answer."""
    return ENGLISH if own is None else own.language


def language_headers(own: Catalogue | None) -> dict[str, str]:
    """Return what says in which language an answer for one caller is."""
    return {"Content-Language": language_of(own), "Vary": BY_LANGUAGE}


def in_language(own: Catalogue | None, seen: V, table: Table, seat: Seat | None) -> V:
    """Return a view of a table that a seat has, or everybody, in the language of an answer."""
    return seen if own is None else translate_view(own, seen, story_lines(table, seat))


def translate_problem(body: dict[str, Any], error: FairdealError, language: str) -> dict[str, Any]:
    """Return the body of a problem in a language, as far as there are words for it."""
    if language == ENGLISH:
        return body
    own = _problem_catalogue(language)
    more: dict[str, Any] = {"title": own.text(body["title"]), "detail": own.text(error.detail)}
    if isinstance(error, Illegal):
        game = NEWEST.get(error.code.partition("/")[0])
        found = own if game is None else catalogue_of(game, language)
        if found is not None:
            more["detail"] = found.refusal(error)
            if "legal" in body:
                more["legal"] = translate_choices(found, body["legal"])
    return {**body, **more}


@cache
def _problem_catalogue(language: str) -> Catalogue:
    """Return the texts of problems that are no game's."""
    return shared_catalogue(language, PACKAGE)
