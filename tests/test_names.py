"""Names: of functions, how many are shared, private, a single word; of all, the words given up."""

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from tests.folders import ROOT, TESTS
from tests.sources import SOURCES, facts_of, name_of, text_of, words_of

CONTRACT = "a game's part of the contract in docs/reference/game-contract.md"
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
VALUE = "the noun of what it holds: text, fields, answer, ruling"
STATE = "what is the case: is_fresh, expired, differing, wrong"
STOP_LIST = {  # word -> what to say instead
    "told": VALUE, "said": VALUE, "unsaid": "unproven", "shown": "message, view, rows, published",
    "asked": "query, wanted, request", "asker": "viewer, player", "askers": "actors, clients",
    "tell": "deliver, notify, report, log", "telling": "story, news types",
    "teller": "what it makes: a news maker", "tellers": "news makers",
    "hear": "receive", "heard": "received", "hearing": "subscription",
    "aside": "quarantine", "keeping": "durability check", "kept": "cached, stored, fields, rows",
    "bell": "wake-ups", "rouse": "wake", "stir": "wake", "heeds": "until_news",
    "shelf": "archive", "shelve": "archive, drop", "shelved": "archived",
    "bury": "forget, end", "farewell": "close", "whereabouts": "place, addresses",
    "anew": "reload, rewrite, again", "gone": STATE, "odd": STATE, "perhaps": "may_have_...",
    "weighed": "memory_checked", "haste": "margin",
}  # fmt: skip
# Packages without these words; not games, where cards are shown, kept and buried by the rules.
SPEAKING_PLAINLY = ("events", "projections", "workers", "service", "tournaments", "bots")
SERIALIZED = {  # (file, name): fields and schemas of the API
    ("events/record/losses.py", "kept"),
    ("events/store/connections/servers.py", "heard"),
    ("events/tables/news.py", "AdjournAsked"),
    ("projections/accounts/listed_tables.py", "kept_for"),
    ("projections/accounts/listed_tables.py", "kept_until"),
    ("projections/read_models/status.py", "SetAsideTable"),
    ("projections/read_models/status.py", "aside"),
    ("service/disputes/schemas.py", "KeptReceipt"),
}
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


def test_names_have_no_words_that_were_given_up() -> None:
    found = {
        (name_of(path), name): [STOP_LIST[word] for word in words_of(name) & STOP_LIST.keys()]
        for path in PRODUCT if path.relative_to(ROOT).parts[0] in SPEAKING_PLAINLY
        for name in facts_of(path).identifiers
    }  # fmt: skip
    given_up = {place: instead for place, instead in found.items() if instead}
    assert given_up.keys() >= SERIALIZED
    assert {place: given_up[place] for place in given_up.keys() - SERIALIZED} == {}
