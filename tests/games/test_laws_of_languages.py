"""Every game of ours is told in German too: whole, and in nothing but its words another telling."""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import orjson
import pytest

from games import OWN
from games.core.cards import decktet
from games.core.contract import Seat, open_sentence, refusal_parameters
from games.core.game import AnyGame
from games.core.options import options_to_json
from games.core.presentation.marks import strip_marks
from games.core.presentation.translations import CORE_TEXTS
from games.table import view
from games.table.endings import OWN as ENDINGS
from games.table.notes import AWAY, PLAY_ENDED, TABLE_CLOSED, story_lines
from games.table.refusals import REFUSALS
from games.table.view import public_table_facts
from projections.tables.languages import catalogue_of, translate_view, words_of
from tests.corpus import RUN, random_options
from tests.games.every import every_game
from tests.games.strict_catalogue import (
    ENDS,
    StrictCatalogue,
    counts_of,
    declared_texts,
    require_refusal,
    require_translation,
    templates_of,
    written_words,
)
from tests.games.test_laws_of_refusals import refusal_of, wishes
from tests.laws import Law
from tests.table.desk import Desk, an_open

TABLES, MOST_ACTS, WHOLE = 4, 120, 5_000  # the first table is short, and played to its end
TOLD = ("text", "notes", "name", "roles", "assets", "counts", "phase_text", "must", "example_text")
MARKED = re.compile(r"\]\((.*?)\)")
SHARED = ("games.core", "games.table")


def german(game: AnyGame) -> StrictCatalogue:
    """Return the catalogue of a game; of a game from outside that has none nothing is asked."""
    found = catalogue_of(game, "de")
    if found is None:
        assert game not in OWN
        pytest.skip("the game brings no German")
    return StrictCatalogue(found)


@every_game
def test_a_catalogue_has_every_text_of_its_game_with_its_parameters(game: AnyGame) -> None:
    words = german(game).words
    assert sorted(declared_texts(game) - words.keys()) == []
    for template in templates_of(game.package):
        require_translation(template, words[template.english])
    for one in game.rules.refusals:
        sentence = open_sentence(one)
        require_refusal(sentence, refusal_parameters(one.why), words[sentence])


@every_game
def test_a_catalogue_has_nothing_that_its_game_does_not_say(game: AnyGame) -> None:
    german(game)
    own = words_of(game.package, "de") or {}
    written = written_words(game.package)
    known = declared_texts(game) | written | counts_of(written)
    assert sorted(own.keys() - known) == []


def test_the_words_that_games_share_are_whole_and_none_is_left_over() -> None:
    own = {package: words_of(package, "de") or {} for package in SHARED}
    templates = {one.english: one for one in templates_of("games.table")}
    refused = {open_sentence(one): one for one in REFUSALS if one.why.__name__ == "<lambda>"}
    needed = {*templates, *ENDINGS.values(), AWAY, PLAY_ENDED, TABLE_CLOSED} - ENDS
    assert needed - own["games.table"].keys() == set()
    assert {*CORE_TEXTS} <= own["games.core"].keys()
    for sentence, one in refused.items():
        if sentence in own["games.table"]:
            require_refusal(sentence, refusal_parameters(one.why), own["games.table"][sentence])
    for english in needed & templates.keys():
        require_translation(templates[english], own["games.table"][english])
    faces, suits = decktet.CARD_FACES, decktet.SUIT_FACES
    named = {*(one.name for one in faces), *(one.name for one in suits)}
    named |= {*CORE_TEXTS, *decktet.SUITS, *decktet.RANKS}
    assert own["games.core"].keys() - named == set()
    known = needed | refused.keys() | written_words("games.table")
    assert own["games.table"].keys() - known == set()


@every_game
def test_a_whole_game_is_told_in_german_as_in_english_but_for_its_words(game: AnyGame) -> None:
    own, luck, differ = german(game), random.Random(f"{RUN.seed} {game.name} in German"), 0
    for table in range(TABLES):
        seats = luck.choice(game.seats)
        options = options_to_json(random_options(game, seats, luck)) if table else game.brief
        opening = an_open(game.name, seats, rules=game.version, options=dict(options))
        desk = Desk().opened(opening).started()
        for _ in range(MOST_ACTS if table else WHOLE):
            if desk.table.phase != "playing":
                break
            differ += compare_languages(own, desk, luck.choice((None, *range(seats))))
            differ += compare_languages(own, desk, desk.table.to_act()[0])
            desk.random_act(luck)
        for seat in (None, Seat(0)):
            differ += compare_languages(own, desk, seat)
    assert differ


def compare_languages(own: StrictCatalogue, desk: Desk, seat: Seat | None) -> int:
    """Hold what is told in German to the same in English; return how many texts differ."""
    lines, differ = story_lines(desk.table, seat), 0
    for english in (view(desk.table, seat), public_table_facts(desk.table, seat)):
        found = translate_view(own, english, lines)
        one, two = (orjson.loads(orjson.dumps(each, default=list)) for each in (english, found))
        assert without_texts(one) == without_texts(two)
        assert two["notes"] == [strip_marks(line["text"]) for line in two["story"]]
        for a, b in zip(texts_in(one), texts_in(two), strict=True):
            assert sorted(MARKED.findall(a)) == sorted(MARKED.findall(b))
            assert "{" not in b
            differ += a != b
    return differ


def without_texts(found: Any) -> Any:
    """Return JSON without what is in a language."""
    if isinstance(found, Mapping):
        return {name: without_texts(one) for name, one in found.items() if name not in TOLD}
    return [*map(without_texts, found)] if isinstance(found, list) else found


def texts_in(found: Any, *, inside: bool = False) -> Iterator[str]:
    """Yield what is in a language, in its order."""
    if isinstance(found, str):
        if inside:
            yield found
    elif isinstance(found, Mapping):
        for name, one in found.items():
            yield from texts_in(one, inside=inside or name in TOLD)
    elif isinstance(found, list):
        for one in found:
            yield from texts_in(one, inside=inside)


@every_game
def test_every_refusal_of_a_game_is_told_in_german(law: Law, game: AnyGame) -> None:
    own, met = german(game), 0
    for state, seat, action in wishes(law, game, {"met": 1}):
        illegal = refusal_of(game, state, seat, action)
        if illegal is not None:
            text = own.refusal(illegal)
            assert text != illegal.detail
            assert "{" not in text and not text.endswith(".")
            law.met["met"] += 1
            met += 1
    assert met
