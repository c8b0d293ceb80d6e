"""Rules for the project itself: sizes, file names, a test for every rule, texts without a home."""

import ast
import dataclasses
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import service.app  # noqa: F401  # defines the errors of all resources
from events.settings.__main__ import written_into
from events.settings.table import SETTINGS
from games import OWN
from games.core.errors import named_errors
from games.table import Table
from service.commands.main import COMMANDS
from tests.conftest import QUICK, SLOW, THOROUGH

ROOT = Path(__file__).parents[1]
PACKAGES = ("games", "bots", "tournaments", "events", "projections", "workers", "service", "bench")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
AROUND = [path for path in SOURCES if path.relative_to(ROOT).parts[0] not in ("games", "bench")]
NAMES = sorted({game.name for game in OWN})
FILES = {
    "RULES.md", "__init__.py", "actions.py", "bots.py", "cards.py", "choices.py", "determinise.py",
    "events.py", "evolve.py", "notes.py", "options.py", "refusals.py", "rules.py", "scoring.py",
    "state.py", "view.py", "wording.py",
}  # fmt: skip
MOST_IN_A_FUNCTION = 40  # lines of code
MOST_IN_A_FILE = 400  # lines
OF_A_MACHINE = re.compile(r"(?<![\w.~}\]])/(?:work|home|root|tmp|Users|mnt|private)/|[A-Z]:\\\\")
SKIPPED = (tokenize.NL, tokenize.COMMENT, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_of(path: Path) -> str:
    """Return a path as the tests name it."""
    return str(path.relative_to(ROOT))


def code_lines(text: str) -> set[int]:
    """Return the numbers of the lines that hold code: no blanks, no comments."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SKIPPED:
            lines.update(range(token.start[0], token.end[0] + 1))
    return lines


def functions(text: str, over: int = 0) -> Iterator[tuple[str, int]]:
    """Yield name and number of code lines of the functions that are over so many lines in all.

    Their docstrings are left out.
    """
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, Function)]
    found = [node for node in found if (node.end_lineno or 0) - node.lineno >= over]
    code = code_lines(text) if found else set()
    for node in found:
        own = {line for line in code if node.lineno <= line <= (node.end_lineno or 0)}
        first = node.body[0]
        if ast.get_docstring(node) is not None:
            own -= set(range(first.lineno, (first.end_lineno or 0) + 1))
        yield node.name, len(own)


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
    assert list(functions(text)) == [("one", 6)]


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_no_function_and_no_file_is_too_long(path: Path) -> None:
    text = path.read_text()
    found = functions(text, over=MOST_IN_A_FUNCTION)  # no other has so many lines of code
    long = [f"{name}: {count}" for name, count in found if count > MOST_IN_A_FUNCTION]
    assert long == []
    assert text.count("\n") <= MOST_IN_A_FILE


def written_fields(text: str) -> Iterator[str]:
    """Yield what is assigned to or deleted as an attribute of anything but one's own.

    That is `self`, and `state` in the fold of a stream that changes its state in place.
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
            yield from [] if ast.unparse(node.value) in ("self", "state") else [node.attr]


def test_written_fields_are_found_wherever_they_are_written() -> None:
    text = "self.a = 1\nself.t.b, t.c = t.d, 2\nt.e += 1\nf().g: int = 3\ndel t.h, t.state.i"
    assert sorted(written_fields(text)) == ["b", "c", "e", "g", "h", "i"]


@pytest.mark.parametrize("path", AROUND, ids=name_of)
def test_no_module_outside_the_games_writes_a_field_of_a_table(path: Path) -> None:
    text = path.read_text()
    fields = {field.name for field in dataclasses.fields(Table)}
    assert fields & set(written_fields(text)) == set()
    assert "games.table.evolve" not in text, "its one fold is given by games.table"


WAYS_OUT = ("events/terminal.py", "events/logs.py", "service/commands/screen.py")  # for a terminal
PRINTING = re.compile(
    r"print|click\.(echo|secho|style|echo_via_pager)|sys\.std(out|err)\.write"
    r"|traceback\.print_\w+|logging\.(basicConfig|StreamHandler|Formatter)|Console"
)


def printing(text: str) -> list[str]:
    """Return the calls in a text that print or log past the one way out."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    return [name for one in calls if PRINTING.fullmatch(name := ast.unparse(one.func))]


def test_printing_is_found() -> None:
    text = "print(1); click.echo(2); console.print(3); say(4); rich.Console(); Console()"
    assert sorted(printing(text)) == ["Console", "click.echo", "print"]


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_nothing_prints_but_the_one_way_out(path: Path) -> None:
    """Benchmarks may: they print figures of their own."""
    if name_of(path) not in WAYS_OUT and not name_of(path).startswith("bench/"):
        assert printing(path.read_text()) == []


def layer_of(path: Path) -> str:
    """Return the layer of a module; what games share is one, and each game is one of its own."""
    top, second, *_ = path.relative_to(ROOT).parts
    return f"games/{second}" if top == "games" and second in NAMES else top


def test_no_two_classes_of_a_layer_have_one_name() -> None:
    classes = Counter(
        (layer_of(path), node.name)
        for path in SOURCES
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in classes.items() if count > 1] == []


def imported(path: Path) -> set[str]:
    """Return the modules that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{one.name}" for one in node.names}
    return found


@pytest.mark.parametrize("folder", ["core", *NAMES])
def test_a_game_imports_the_core_and_nothing_else_of_ours(folder: str) -> None:
    allowed = ("games.core.", f"games.{folder}.")
    wrong = [
        f"{name_of(path)}: {name}"
        for path in (ROOT / "games" / folder).rglob("*.py")
        for name in imported(path)
        if name.partition(".")[0] in (*PACKAGES, "tests") and not f"{name}.".startswith(allowed)
    ]
    assert wrong == []


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_the_same_files(game: str) -> None:
    found = {path.name for path in (ROOT / "games" / game).iterdir() if path.is_file()}
    assert sorted(found) == sorted(found | FILES)
    assert all(re.fullmatch(r"[a-z_]+\.py|RULES\.md", name) for name in found)


def makers_of_refusals() -> list[tuple[str, str]]:
    """Return the name of each file in which one is made, and what makes it."""
    return [
        (path.name, node.func.id)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id in ("Illegal", "Refusal", "RefusalByRule")
    ]


def test_the_rules_say_no_only_with_what_stands_in_the_files_of_refusals() -> None:
    makers = makers_of_refusals()
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
    rulings = re.findall(r"^\| \**([A-Z]\d+)\** \|", text, re.MULTILINE)
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


def texts() -> list[Path]:
    """Return all files of the project that people read."""
    found = [path for path in ROOT.iterdir() if path.suffix in (".md", ".toml", ".yaml")]
    for folder in (*PACKAGES, "tests", "docs", "examples"):
        found += [
            path
            for path in (ROOT / folder).rglob("*")
            if path.suffix in (".md", ".py", ".lua", ".yaml", ".json", ".txt", ".js", ".ts")
            and "node_modules" not in path.parts
            and "node_modules" not in path.parts
        ]
    return sorted(found)


def test_no_text_mentions_a_path_of_one_machine() -> None:
    wrong = [
        f"{name_of(path)}:{n}"
        for path in texts()
        if path != Path(__file__)
        for n, line in enumerate(path.read_text().splitlines(), 1)
        if OF_A_MACHINE.search(line)
    ]
    assert wrong == []


PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "games").rglob("*.md")])
OPERATING = (ROOT / "docs" / "operating.md").read_text()
MOST_IN_THE_README = 1200  # words


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_row_in_the_page_for_operators(name: str) -> None:
    assert re.search(rf"^\| `fairdeal {name}\b", OPERATING, re.MULTILINE)


def test_the_variables_that_the_code_names_are_settings() -> None:
    named = {
        name for path in SOURCES for name in re.findall(r"\bFAIRDEAL_[A-Z_]+\b", path.read_text())
    }
    names = [one.variable for one in SETTINGS]
    assert len(names) == len(set(names))
    assert named <= {*names}


def test_the_page_for_operators_has_the_table_of_settings() -> None:
    assert written_into(OPERATING) == OPERATING, "python -m events.settings docs/operating.md"


def test_settings_are_read_from_nowhere_but_their_table() -> None:
    reads = re.compile(r"environ(?:\[\"FAIRDEAL_\w+\"\](?! = )|\.get\(\"FAIRDEAL_)|getenv\(")
    assert [name_of(path) for path in AROUND if reads.search(path.read_text())] == []


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text().split()) <= MOST_IN_THE_README


def anchors(page: Path) -> set[str]:
    """Return what links to a page may name: its headings, as web pages write them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$|`[^`\n]*`", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    dead = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if link.startswith(("https://", "http://")):
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        named = not anchor or (target.suffix == ".md" and anchor in anchors(target))
        if not (target.is_relative_to(ROOT) and target.exists() and named):
            dead.append(link)
    assert dead == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_file_and_module_that_a_page_names_is_there(page: Path) -> None:
    text, first = page.read_text(), "|".join((*PACKAGES, "tests", "docs", "examples"))
    codes = {error.code for error in named_errors()}  # some look like paths
    named = [name for name in re.findall(rf"`((?:{first})/[\w./-]+)`", text) if name not in codes]
    for module in re.findall(r"\bpython -m ([\w.]+)", text):
        path = module.replace(".", "/")
        named.append(path if (ROOT / path).is_dir() else f"{path}.py")
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_page_of_docs_is_named_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    assert [
        page.name
        for page in PAGES
        if page.parent.name == "docs" and f"docs/{page.name})" not in readme
    ] == []


@pytest.mark.parametrize("page", ["SECURITY.md", "docs/fairness.md"])
def test_every_test_that_a_page_names_is_there(page: str) -> None:
    tests = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
    }
    named = set(re.findall(r"`(test_\w+)`", (ROOT / page).read_text()))
    assert len(named) > 20
    assert named - tests == set()


@pytest.mark.parametrize("name", [*QUICK, *SLOW, *THOROUGH])
def test_what_is_told_apart_from_other_tests_is_there(name: str) -> None:
    place, _, test = name.partition("::")
    path = ROOT / "tests" / place
    assert path.exists()
    assert not test or f"\ndef {test.partition('[')[0]}" in path.read_text()
