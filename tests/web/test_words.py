"""The texts of the page: none is hard-wired, each is in its catalogue, and none there is unused."""

import inspect
import json
import re
import shutil
import subprocess
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from games import NEWEST
from games.core.options import option_forms
from projections.read_models import status as status_model
from service.openapi.document import build_openapi_document
from service.status.examples import server_status
from tests.folders import TESTS
from tests.waiting import PATIENCE
from tests.web.test_modules import HERE, WEB

COMPILER = TESTS / "clients" / "node_modules" / "typescript"
WORDS = WEB / "words"
HARD_WIRED = {
    "between tags": "html`<p>Hello</p>`",
    "beside a value": "html`<b>${count} tables</b>`",
    "in an attribute": 'html`<p title="A hint"></p>`',
    "in a value": 'html`<p>${is && "Really"}</p>`',
    "in an error": 'throw new Error("It failed")',
    "put together": "const text = `${count} seats are ${kind}`",
    "in an expression of an attribute": 'html`<${Form} label=${is ? "Go on" : name} />`',
}
NOT_SHOWN = {
    "a class": 'html`<p class=${is ? "row wide" : "row"}>${name}</p>`',
    "a name of a property": 'if (kind === "Enter") keys["Home"]()',
    "a text of a catalogue": 'html`<p title=${t("a.b")}>${t("a.c", { name })}</p>`',
    "a selector": 'document.querySelector("main a")',
    "a code for a machine": "html`<code>fairdeal serve</code>`",
}
ELSEWHERE = {"name", "games"}  # what the form of a tournament asks with fields of its own
TROUBLES = (  # of the server: a sentence of each kind that its status may have
    "the store lacks signed data (table t1 ends at event 5, not 7); see `fairdeal accept-loss`",
    "notices for webhooks and Web Push wait for 12 s: start `fairdeal push`",
    "16 partitions have no follower: start `fairdeal follow`",
    "the read model lobby is 8 s behind",
    "the oldest job of fairdeal-bots waits for 7 s",
    "bots begin to think 3 s late, and think less at tables that do not count",
    "2 tables are overdue (clock), one of them by 50 s",
    "1 table is set aside: see `fairdeal quarantine`",
    "processes of several versions run: 0.1.0, 0.2.0",
    "fairdeal-data holds no key for signing",
    "the store 127.0.0.1:6379 keeps no append-only file: a crash loses events",
    "the store 127.0.0.1:6379 may evict keys (allkeys-lru)",
    "the store 127.0.0.1:6379 could not write its append-only file",
    "the store 127.0.0.1:6379 has too few replicas, so nothing is signed there:"
    " 0 online, and FAIRDEAL_MIN_REPLICAS is 1",
    "the replica 127.0.0.1:6380 is wait_bgsave",
)
TERMS = {"scoring_tie_breaks", "entrants_kinds"}  # settings whose words other pages say too


def found_in(paths: list[Path]) -> dict[str, Any]:
    """Return what modules say, and what is in the catalogues."""
    done = subprocess.run(
        ["node", HERE / "texts.mjs", COMPILER, *paths],
        capture_output=True, text=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """Return what the modules of the page say, and what the English texts want, by name."""
    if not COMPILER.exists() or shutil.which("node") is None:
        pytest.skip("needs node, and its packages: npm ci --prefix tests/clients")
    paths = [path for path in WEB.rglob("*.js") if WORDS not in path.parents]
    return found_in([path for path in sorted(paths) if "vendor" not in path.parts])


@pytest.fixture
def said(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return what each module of the page says, by its path."""
    return {str(Path(one["path"]).relative_to(WEB)): one for one in found["modules"]}


def test_no_text_is_hard_wired(found: dict[str, Any], said: dict[str, dict[str, Any]]) -> None:
    hard = {path: one["hard"] for path, one in said.items() if one["hard"]}
    worker = {text for _, text in hard.pop("sw.js")}  # what it says until a page has told it
    assert worker - set(found["english"]) == set()
    assert hard == {}


def test_texts_are_looked_up_when_they_are_drawn_since_the_language_may_change(
    said: dict[str, dict[str, Any]],
) -> None:
    assert {path: one["early"] for path, one in said.items() if one["early"]} == {}


def test_every_text_that_is_used_is_there_and_every_one_that_is_there_is_used(
    found: dict[str, Any], said: dict[str, dict[str, Any]]
) -> None:
    known: dict[str, list[str]] = found["wanted"]
    uses = [(path, use) for path, one in said.items() for use in one["uses"]]
    assert [(path, use["line"]) for path, use in uses if None in use["names"]] == [], "name it"
    patterns = {name for _, use in uses for name in use["names"]}
    assert sorted(one for one in patterns if "*" not in one and one not in known) == []
    used = {name for name in known for one in patterns if name == one or fnmatchcase(name, one)}
    assert sorted(known.keys() - used) == []


def test_a_text_is_given_what_it_wants_and_nothing_else(
    found: dict[str, Any], said: dict[str, dict[str, Any]]
) -> None:
    known: dict[str, list[str]] = found["wanted"]
    for path, one in said.items():
        for use in one["uses"]:
            names = {
                name for name in known for pattern in use["names"] if fnmatchcase(name, pattern)
            }
            wanted = {word.strip("<>") for name in names for word in known[name]}
            told = wanted if use["given"] is None else set(use["given"])
            if any("*" in pattern for pattern in use["names"]):
                told |= wanted  # which of them, only the page knows
            assert told == wanted, f"{path}:{use['line']}: {sorted(names)} want {sorted(wanted)}"


def test_every_option_of_our_games_and_every_word_for_its_values_has_a_text(
    found: dict[str, Any],
) -> None:
    for name, game in NEWEST.items():
        for option in option_forms(game.options):
            assert f"options.{name}_{option['name']}" in found["wanted"]
            for word in option["schema"].get("enum", ()):
                assert f"options.word_{word}" in found["wanted"]


def test_every_setting_of_a_tournament_and_every_word_for_its_values_has_a_text(
    found: dict[str, Any],
) -> None:
    schemas = build_openapi_document()["components"]["schemas"]
    settings: dict[str, Any] = {}
    for name, link in schemas["NewTournament"]["properties"].items():
        if "$ref" in link:
            assert f"new_tournament.section_{name}" in found["wanted"]
            own = schemas[link["$ref"].rpartition("/")[2]]["properties"]
            settings |= {f"{name}_{key}": schema for key, schema in own.items()}
        elif name not in ELSEWHERE:
            settings[name] = link
    for name, schema in settings.items():
        assert f"new_tournament.label_{name}" in found["wanted"]
        words = [] if name in TERMS else schema.get("enum", ())
        missing = {f"new_tournament.choice_{name}_{word}" for word in words if word is not None}
        assert missing - found["wanted"].keys() == set()


def test_what_the_server_is_busy_with_is_said_in_words(found: dict[str, Any]) -> None:
    status = server_status(0)
    wanted = {f"status.kind_{kind}" for kind in status["due"]}
    wanted |= {f"status.list_{name}" for name in status["lag"]}
    names = {one["queue"].removeprefix("fairdeal-") for one in status["queues"]}
    assert (wanted | {f"status.queue_{name}" for name in names}) - found["wanted"].keys() == set()


def test_every_trouble_of_the_server_has_words_in_german() -> None:
    if shutil.which("node") is None:
        pytest.skip("needs node")
    yielded = re.findall(r'^ +yield f"', inspect.getsource(status_model), re.MULTILINE)
    assert len(TROUBLES) == len(yielded), "one of each, please"
    done = subprocess.run(
        ["node", HERE / "troubles.mjs", *TROUBLES],
        capture_output=True, text=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    told = zip(TROUBLES, json.loads(done.stdout), strict=True)
    assert [sentence for sentence, text in told if text == sentence] == []


@pytest.mark.parametrize("code", HARD_WIRED.values(), ids=HARD_WIRED)
def test_a_hard_wired_text_is_found(code: str, tmp_path: Path, found: object) -> None:
    (tmp_path / "a.js").write_text(code)
    (one,) = found_in([tmp_path / "a.js"])["modules"]
    assert len(one["hard"]) == 1, one


@pytest.mark.parametrize("code", NOT_SHOWN.values(), ids=NOT_SHOWN)
def test_what_nobody_reads_is_no_text(code: str, tmp_path: Path, found: object) -> None:
    (tmp_path / "a.js").write_text(code)
    (one,) = found_in([tmp_path / "a.js"])["modules"]
    assert one["hard"] == []
