"""Views in other languages than English: their words from catalogues, all else as it is.

The catalogue of a game is `words/<language>.json` in its package, beside those of the tables and of
what games share. A game without one is told in English.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeVar, cast

import orjson

from games.core.game import AnyGame
from games.core.presentation.marks import strip_marks
from games.core.presentation.translations import Catalogue
from games.table.endings import OutcomeFacts
from games.table.notes import TEXTS, StoryLine, translated_endings
from games.table.view import ChoiceForms, PickForm

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "de")  # the first is the usual one
SHARED: Final = ("games.core", "games.table")  # packages whose words every game has
V = TypeVar("V")  # a view, or a part of it


def words_of(package: str, language: str) -> Mapping[str, str] | None:
    """Return the words that a package brings for a language; None: it has none."""
    found = files(package) / "words" / f"{language}.json"
    return cast(Mapping[str, str], orjson.loads(found.read_bytes())) if found.is_file() else None


@cache
def catalogue_of(game: AnyGame, language: str) -> Catalogue | None:
    """Return the texts of a game in a language; None: it is told in English."""
    own = None if language == ENGLISH else words_of(game.package, language)
    if own is None:
        return None
    found = game.presentation
    words = {**_shared_words(language), **own}
    words |= translated_endings(words)
    return Catalogue(language, words, (*TEXTS, *found.texts), found.faces)


def shared_catalogue(language: str, package: str) -> Catalogue:
    """Return the texts of all tables, and of a package, in another language than English."""
    words = {**_shared_words(language), **(words_of(package, language) or {})}
    return Catalogue(language, words, TEXTS, ())


def _shared_words(language: str) -> Mapping[str, str]:
    """Return the words that all games have."""
    found: dict[str, str] = {}
    for package in SHARED:
        found |= words_of(package, language) or {}
    return found


def translate_story(own: Catalogue, lines: Iterable[StoryLine]) -> list[StoryLine]:
    """Return the lines of a story; lines are shared, so these are new."""
    return [{**line, "text": own.sentence(line["template"], line["params"])} for line in lines]


def translate_view(own: Catalogue, found: V, newest: Iterable[StoryLine]) -> V:
    """Return a view, or what everybody may know of a table; `newest`: its newest command."""
    seen = cast(Any, found)
    changed = {
        "story": translate_story(own, seen["story"]),
        "notes": [strip_marks(line["text"]) for line in translate_story(own, newest)],
        "seats": [_translate_seat(own, row) for row in seen["seats"]],
        "board": _translate_board(own, seen["board"]),
        "choices": translate_choices(own, seen["choices"]),
        "outcome": _translate_outcome(own, seen["outcome"]),
        "corrected": _translate_outcome(own, seen["corrected"]),
    }
    return cast(V, {**seen, **changed})


def _translate_seat(own: Catalogue, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a seat."""
    texts = {name: [own.text(one) for one in row[name]] for name in ("roles", "assets")}
    return {**row, **texts}


def _translate_board(own: Catalogue, board: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return what lies between the seats."""
    if board is None:
        return None
    return {
        **board,
        "phase_text": own.text(board["phase_text"]),
        "counts": own.text(board["counts"]),
        "open": [{**pile, "name": own.text(pile["name"])} for pile in board["open"]],
        "current": _translate_round(own, board["current"]),
        "previous": _translate_round(own, board["previous"]),
    }


def _translate_round(own: Catalogue, found: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return a trick, a round or an auction."""
    if found is None:
        return None
    deeds = [{**deed, "text": own.text(deed["text"])} for deed in found["deeds"]]
    return {**found, "name": own.text(found["name"]), "deeds": deeds}


def translate_choices(own: Catalogue, found: ChoiceForms | None) -> ChoiceForms | None:
    """Return what a seat may do; None: nothing."""
    if found is None:
        return None
    return {
        "actions": found["actions"],
        "texts": [{**one, "text": own.text(one["text"])} for one in found["texts"]],
        "picks": [_translate_pick(own, one) for one in found["picks"]],
    }


def _translate_pick(own: Catalogue, pick: PickForm) -> PickForm:
    """Return a choice of cards."""
    must = pick["must"]
    return {
        **pick,
        "text": own.text(pick["text"]),
        "example_text": own.text(pick["example_text"]),
        "must": None if must is None else own.text(must),
    }


def _translate_outcome(own: Catalogue, found: OutcomeFacts | None) -> OutcomeFacts | None:
    """Return how a table ended."""
    return None if found is None else {**found, "text": own.text(found["text"])}
