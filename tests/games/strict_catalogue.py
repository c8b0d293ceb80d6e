"""A catalogue that fails where a text has no translation, and all texts that a game has."""

import ast
import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from games.core.contract import Illegal, open_sentence
from games.core.game import AnyGame
from games.core.options import option_forms
from games.core.presentation.texts import Kind, Template, Text, Values, read_pieces
from games.core.presentation.translations import SEPARATOR, Catalogue, refusal_kinds
from games.table.notes import translated_endings

ENDS = frozenset(translated_endings({}))  # put together of parts, see there


class StrictCatalogue(Catalogue):
    """A catalogue without the way out into English."""

    def __init__(self, own: Catalogue) -> None:
        super().__init__(own.language, own.words, (), ())
        self.__dict__ |= own.__dict__

    def text(self, text: str) -> str:
        """Return a text that is there."""
        assert isinstance(text, Text) or text in self.words, f"no translation of {text!r}"
        return super().text(text)

    def render(self, english: str, kinds: Mapping[str, Kind], values: Values) -> str:
        """Return a sentence that is there."""
        assert english in self.words, f"no translation of {english!r}"
        return super().render(english, kinds, values)

    def refusal(self, error: Illegal) -> str:
        """Return a refusal that is there."""
        assert open_sentence(error.refusal) in self.words, f"no translation of {error.detail!r}"
        return super().refusal(error)

    def word(self, value: object) -> str:
        """Return a word that is there; ids, symbols and numbers are in no language."""
        if isinstance(value, str) and not isinstance(value, Text) and value not in self.words:
            for one in SEPARATOR.split(value):
                known = " " not in one.strip() or one in self.words or one in self.names
                assert known, f"no translation of {one!r}"
        return super().word(value)


def modules_of(package: str) -> Iterator[Any]:
    """Yield the modules of a package."""
    found = importlib.import_module(package)
    for one in pkgutil.iter_modules(found.__path__):
        if not one.ispkg:
            yield importlib.import_module(f"{package}.{one.name}")


def templates_of(package: str) -> Iterator[Template]:
    """Yield the templates that stand in a package."""
    for module in modules_of(package):
        yield from (one for one in vars(module).values() if isinstance(one, Template))


def declared_texts(game: AnyGame) -> set[str]:
    """Return all texts of a game that are known before anything is played."""
    about, shown, rules = game.about, game.presentation, game.rules
    found = {one.english for one in templates_of(game.package)}
    found |= {open_sentence(one) for one in rules.refusals}
    found |= {*shown.phases.values(), *rules.endings.values()}
    found |= {one["meaning"] for one in option_forms(game.options)}
    found |= {one.name for one in shown.faces} | {one.name for one in shown.suits}
    if about is not None:
        found |= {about.summary, about.introduction, about.length or about.summary}
        found |= {about.kind, about.brief} - {""}
    return found


def held_words(found: Any) -> Iterator[str]:
    """Yield the strings that a value holds, such as the words of a record."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, tuple):
        for one in found:
            yield from held_words(one)


@cache
def constant_words(package: str) -> frozenset[str]:
    """Return the strings that are written in a package."""
    folder = Path(str(files(package)))
    trees = [ast.parse(path.read_text()) for path in folder.rglob("*.py")]
    nodes = (node for tree in trees for node in ast.walk(tree))
    constants = (node.value for node in nodes if isinstance(node, ast.Constant))
    return frozenset(one for one in constants if isinstance(one, str))


@cache
def written_words(package: str) -> frozenset[str]:
    """Return the strings that are written in a package, and those that its modules put together."""
    values = [one for each in modules_of(package) for one in vars(each).values()]
    return constant_words(package) | {word for one in values for word in held_words(one)}


def counts_of(words: frozenset[str]) -> set[str]:
    """Return the templates that `count_text` makes of any of these words."""
    return {f"{{count, plural, one {{# {one}}} other {{# {one}s}}}}" for one in words}


def require_translation(template: Template, translation: str) -> None:
    """Hold a translation to the parameters of its template and their kinds."""
    if template.english not in ENDS:
        read_pieces(translation, template.params)


def require_refusal(sentence: str, names: tuple[str, ...], translation: str) -> None:
    """Hold the translation of a refusal to what the sentence fills in: no more than that."""
    kinds = refusal_kinds(translation, names)
    used = {name: kind for name, kind in kinds.items() if f"{{{name}" in translation}
    read_pieces(translation, used)
