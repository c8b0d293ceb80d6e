"""Names of functions: how often they are shared, which are private, how many are a single word."""

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from tests.folders import ROOT, TESTS
from tests.sources import SOURCES, facts_of, text_of

CONTRACT = "a game's part of the contract in docs/games.md"
LEVEL = "a level of bots is a module with this one way in"
FAMILIES = {  # (function, file): the role that it has in each module of this name
    ("apply", "evolve"): CONTRACT, ("choices", "choices"): CONTRACT,
    ("decide", "rules"): CONTRACT, ("determinise", "determinise"): CONTRACT,
    ("fallback", "choices"): CONTRACT, ("hand", "rules"): CONTRACT, ("notes", "notes"): CONTRACT,
    ("open_table", "rules"): CONTRACT, ("outcome", "rules"): CONTRACT,
    ("pending", "rules"): CONTRACT, ("places", "scoring"): CONTRACT,
    ("proceed", "rules"): CONTRACT, ("scene", "scene"): CONTRACT, ("standing", "rules"): CONTRACT,
    ("to_act", "rules"): CONTRACT, ("view", "view"): CONTRACT, ("void", "rules"): CONTRACT,
    ("wording", "wording"): CONTRACT,
    ("choose", "novice"): LEVEL, ("choose", "plain"): LEVEL, ("choose", "regular"): LEVEL,
    ("move", "regular"): "what the regular bot plays in the simulations of the expert",
    ("policy", "rivals"): "how the expert thinks that its rivals play",
    ("worlds", "rivals"): "the deals that the expert thinks possible",
}  # fmt: skip
BY_TEXT = re.compile(r'"[\w.]+:(\w+)"')  # "module:function", for a server that imports it
MOST_SHARED, MOST_PRIVATE_SHARED, MOST_SINGLE = 0.03, 0.2, 0.3  # shares of all functions


class Named(NamedTuple):
    """A function on the top level of a module."""

    path: Path
    name: str
    registered: bool

    @property
    def module(self) -> str:
        """Return the dotted name of its module."""
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts).removesuffix(".__init__")

    @property
    def family(self) -> tuple[str, str]:
        """Return what it is called, and its file."""
        return self.name, self.path.stem


PRODUCT = [path for path in SOURCES if path.relative_to(ROOT).parts[0] != "bench"]
ALL = [
    Named(path, name, registered)
    for path in PRODUCT for name, registered in facts_of(path).functions.items()
]  # fmt: skip
TIMES = Counter(one.name for one in ALL)
USED = set().union(*(facts_of(path).imported | facts_of(path).members for path in SOURCES))
SHARED = [one for one in ALL if f"{one.module}.{one.name}" in USED]
PRIVATE = [one for one in ALL if f"{one.module}.{one.name}" not in USED]


def test_each_family_of_functions_has_members() -> None:
    assert FAMILIES.keys() - {one.family for one in ALL} == set()


def test_functions_that_other_modules_use_have_names_of_their_own() -> None:
    same = [one for one in SHARED if TIMES[one.name] > 1 and one.family not in FAMILIES]
    assert len(same) <= MOST_SHARED * len(SHARED), sorted(
        f"{one.module}.{one.name}" for one in same
    )


def test_functions_that_no_other_module_uses_are_private() -> None:
    words = {word for path in TESTS.rglob("*.py") for word in re.findall(r"\w+", text_of(path))}
    words.update(name for path in PRODUCT for name in BY_TEXT.findall(text_of(path)))
    public = [one for one in PRIVATE if not one.registered and not one.name.startswith("_")]
    unused = [one for one in public if one.name != "main" and one.name not in words]
    assert [one.module + "." + one.name for one in unused] == []


def test_few_private_functions_share_a_name() -> None:
    same = [one for one in PRIVATE if TIMES[one.name] > 1 and one.family not in FAMILIES]
    assert len(same) <= MOST_PRIVATE_SHARED * len(PRIVATE), sorted({one.name for one in same})


def test_few_functions_have_a_name_of_a_single_word() -> None:
    single = [one for one in ALL if "_" not in one.name.strip("_")]
    assert len(single) <= MOST_SINGLE * len(ALL), sorted({one.name for one in single})
