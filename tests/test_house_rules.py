"""Rules for the project itself: sizes, file names, a test for every rule, texts without a home.

One test a rule: it lists all places that break it.
"""

import dataclasses
import re
from collections import Counter
from pathlib import Path

import pytest

import service.app  # noqa: F401  # defines the errors of all resources
from events.settings.__main__ import insert_settings_table
from events.settings.table import SETTINGS
from games import OWN
from games.core.errors import named_errors
from games.table import Table
from service.commands.main import COMMANDS
from service.wire.problems import PROBLEM_KINDS
from tests.conftest import QUICK, SLOW, THOROUGH
from tests.folders import ROOT
from tests.sources import (
    PACKAGES,
    SOURCES,
    facts_of,
    functions,
    name_of,
    nodes_of,
    printing,
    text_of,
    texts,
    written_fields,
)

AROUND = [path for path in SOURCES if path.relative_to(ROOT).parts[0] not in ("games", "bench")]
NAMES = sorted({game.name for game in OWN})
FILES = {
    "RULES.md", "__init__.py", "about.py", "actions.py", "bots.py", "cards.py", "choices.py",
    "determinise.py", "events.py", "evolve.py", "minutes.py", "notes.py", "options.py",
    "refusals.py", "rules.py", "scoring.py", "state.py", "view.py", "wording.py",
}  # fmt: skip
MOST_IN_A_FILE = 400  # lines
OF_A_MACHINE = re.compile(r"(?<![\w.~}\]])/(?:work|home|root|tmp|Users|mnt|private)/|[A-Z]:\\\\")


def test_lines_are_counted_without_blanks_comments_and_docstrings() -> None:
    text = '''
def one(a: int,
        b: int) -> int:
    """Return it.

    More of it.
    """
    # a comment

    text = """
    counts
    """
    return a  # counts too
'''
    assert list(functions(text, nodes_of(text))) == [("one", 6)]


def test_no_function_and_no_file_is_too_long() -> None:
    functions = {name_of(path): long for path in SOURCES if (long := facts_of(path).long_functions)}
    files = {name_of(path): lines_of(path) for path in SOURCES if lines_of(path) > MOST_IN_A_FILE}
    assert (functions, files) == ({}, {})


def lines_of(path: Path) -> int:
    """Return the number of lines of a file."""
    return text_of(path).count("\n")


def test_written_fields_are_found_wherever_they_are_written() -> None:
    text = "self.a = 1\nself.t.b, t.c = t.d, 2\nt.e += 1\nf().g: int = 3\ndel t.h, t.state.i"
    assert sorted(written_fields(nodes_of(text))) == ["b", "c", "e", "g", "h", "i"]


def test_no_module_outside_the_games_writes_a_field_of_a_table() -> None:
    fields = {field.name for field in dataclasses.fields(Table)}
    found = {name_of(path): facts_of(path).written_fields & fields for path in AROUND}
    assert {name: written for name, written in found.items() if written} == {}
    folding = [name_of(path) for path in AROUND if "games.table.evolve" in text_of(path)]
    assert folding == [], "a table's one fold is given by games.table"


WAYS_OUT = ("events/terminal.py", "events/logs.py", "service/commands/screen.py")  # for a terminal


def test_printing_is_found() -> None:
    text = "print(1); click.echo(2); console.print(3); say(4); rich.Console(); Console()"
    assert sorted(printing(nodes_of(text))) == ["Console", "click.echo", "print"]


def test_nothing_prints_but_the_one_way_out() -> None:
    """Benchmarks may: they print figures of their own."""
    found = {name_of(path): facts_of(path).printing for path in SOURCES}
    assert {
        name: calls
        for name, calls in found.items()
        if calls and name not in WAYS_OUT and not name.startswith("bench/")
    } == {}


def layer_of(path: Path) -> str:
    """Return the layer of a module; what games share is one, and each game is one of its own."""
    top, second, *_ = path.relative_to(ROOT).parts
    return f"games/{second}" if top == "games" and second in NAMES else top


def test_no_two_classes_of_a_layer_have_one_name() -> None:
    classes = Counter((layer_of(path), name) for path in SOURCES for name in facts_of(path).classes)
    assert [name for name, count in classes.items() if count > 1] == []


def test_a_game_imports_the_core_and_nothing_else_of_ours() -> None:
    wrong = [
        f"{name_of(path)}: {name}"
        for folder in ("core", *NAMES)
        for path in (ROOT / "games" / folder).rglob("*.py")
        for name in facts_of(path).imported
        if name.partition(".")[0] in (*PACKAGES, "tests")
        and not f"{name}.".startswith(("games.core.", f"games.{folder}."))
    ]
    assert wrong == []


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_the_same_files(game: str) -> None:
    found = {path.name for path in (ROOT / "games" / game).iterdir() if path.is_file()}
    assert sorted(found) == sorted(found | FILES)
    assert all(re.fullmatch(r"[a-z_]+\.py|RULES\.md", name) for name in found)


def test_the_rules_say_no_only_with_what_stands_in_the_files_of_refusals() -> None:
    makers = [(path.name, what) for path in SOURCES for what in facts_of(path).refusals]
    elsewhere = [(name, what) for name, what in makers if name != "refusals.py"]
    assert elsewhere == [("contract.py", "Illegal"), ("contract.py", "Refusal")]
    assert "Illegal" not in [what for name, what in makers if name == "refusals.py"]


def chapter(text: str, title: str) -> str:
    """Return what stands under a heading of the second level."""
    found = re.search(rf"^## (?:The )?{title}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.M | re.I)
    assert found is not None, f"there is no chapter {title}"
    return found[1]


def rules_of(game: str) -> list[str]:
    """Return the numbers of a game's rules, and its rulings."""
    text = (ROOT / "games" / game / "RULES.md").read_text()
    rules = re.findall(r"^(\d+)\. ", chapter(text, "rules"), re.MULTILINE)
    rulings = re.findall(r"^(?:\|| *>) \**([A-Z]\d+)\**[ |]", text, re.MULTILINE)
    assert len(rulings) == len({*rulings})
    assert rules == [str(n) for n in range(1, len(rules) + 1)]
    assert rules
    assert rulings
    return [f"rule_{n}" for n in rules] + [f"ruling_{name.lower()}" for name in rulings]


@pytest.mark.parametrize("game", NAMES)
def test_every_rule_and_ruling_of_a_game_has_a_test_named_after_it(game: str) -> None:
    tests = "".join(
        path.read_text() for path in (ROOT / "tests" / "games" / game).glob("test_*.py")
    )
    named = re.findall(r"^def test_(rule_\d+|ruling_[a-z]\d+)_", tests, re.MULTILINE)
    assert sorted(set(rules_of(game)) - set(named)) == []


@pytest.mark.parametrize("game", NAMES)
def test_every_test_of_a_rule_names_one_that_there_is(game: str) -> None:
    tests = "".join(
        path.read_text() for path in (ROOT / "tests" / "games" / game).glob("test_*.py")
    )
    named = re.findall(r"^def test_(rule_\d+|ruling_[a-z]\d+)_", tests, re.MULTILINE)
    assert sorted(set(named) - set(rules_of(game))) == []


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_golden_tables(game: str) -> None:
    folder = ROOT / "tests" / "games" / game
    tables = [path for path in (folder / "golden").iterdir() if path.stat().st_size]
    assert len(tables) >= 3


def test_no_text_mentions_a_path_of_one_machine() -> None:
    wrong = [
        f"{name_of(path)}:{n}"
        for path in texts()
        if path != Path(__file__)
        for n, line in enumerate(text_of(path).splitlines(), 1)
        if OF_A_MACHINE.search(line)
    ]
    assert wrong == []


PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "games").rglob("*.md")]
)
REFERENCE = ROOT / "docs" / "reference"
MOST_IN_THE_README = 1200  # words


def test_every_command_has_a_row_in_their_page() -> None:
    page = (REFERENCE / "commands.md").read_text()
    rows = set(re.findall(r"^\| `fairdeal ([\w-]+)", page, re.MULTILINE))
    assert [name for name in COMMANDS if name not in rows] == []


def test_the_variables_that_the_code_names_are_settings() -> None:
    named = {
        name for path in SOURCES for name in re.findall(r"\bFAIRDEAL_[A-Z_]+\b", text_of(path))
    }
    names = [one.variable for one in SETTINGS]
    assert len(names) == len(set(names))
    assert named <= {*names}


def test_the_page_of_settings_has_their_table() -> None:
    page = (REFERENCE / "settings.md").read_text()
    command = "python -m events.settings docs/reference/settings.md"
    assert insert_settings_table(page) == page, command


def test_settings_are_read_from_nowhere_but_their_table() -> None:
    reads = re.compile(r"environ(?:\[\"FAIRDEAL_\w+\"\](?! = )|\.get\(\"FAIRDEAL_)|getenv\(")
    assert [name_of(path) for path in AROUND if reads.search(text_of(path))] == []


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text().split()) <= MOST_IN_THE_README


def test_every_link_of_a_page_leads_somewhere() -> None:
    found = {name_of(page): dead_links(page) for page in PAGES}
    assert {name: dead for name, dead in found.items() if dead} == {}


def dead_links(page: Path) -> list[str]:
    """Return the links of a page that lead to no file or heading of the project."""
    text = re.sub(r"^```.*?^```$|`[^`\n]*`", "", text_of(page), flags=re.DOTALL | re.MULTILINE)
    dead = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if link.startswith(("https://", "http://")):
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        named = not anchor or (target.suffix == ".md" and anchor in anchors(target))
        if not (target.is_relative_to(ROOT) and target.exists() and named):
            dead.append(link)
    return dead


def anchors(page: Path) -> set[str]:
    """Return what links to a page may name: its headings, as web pages write them."""
    headings = re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_file_and_module_that_a_page_names_is_there() -> None:
    codes = {error.code for error in named_errors()}  # some look like paths
    codes |= {kind.code for kind in PROBLEM_KINDS}
    assert [
        f"{name_of(page)}: {name}"
        for page in PAGES
        for name in named_files(page)
        if name not in codes and not (ROOT / name).exists()
    ] == []


def named_files(page: Path) -> list[str]:
    """Return the files, folders and modules that a page names."""
    text, first = text_of(page), "|".join((*PACKAGES, "tests", "docs", "examples"))
    named: list[str] = re.findall(rf"`((?:{first})/[\w./-]+)`", text)
    for module in re.findall(r"\bpython -m ([\w.]+)", text):
        path = module.replace(".", "/")
        named.append(path if (ROOT / path).is_dir() else f"{path}.py")
    return named


def test_every_test_that_a_page_names_is_there() -> None:
    tests = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
    }
    for page in ("SECURITY.md", "docs/explanation/who-could-lie.md"):
        named = set(re.findall(r"`(test_\w+)`", (ROOT / page).read_text()))
        assert len(named) > 20
        assert named - tests == set(), page


def test_what_is_told_apart_from_other_tests_is_there() -> None:
    assert [name for name in (*QUICK, *SLOW, *THOROUGH) if not is_there(name)] == []


def is_there(name: str) -> bool:
    """Say whether there is a folder, a module or a test by the beginning of its name."""
    place, _, test = name.partition("::")
    path = ROOT / "tests" / place
    return path.exists() and (not test or f"\ndef {test.partition('[')[0]}" in path.read_text())
