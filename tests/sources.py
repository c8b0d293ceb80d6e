"""What the rules of the house look at: the project's modules, each parsed once, and its texts."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.folders import ROOT

PACKAGES = ("games", "bots", "tournaments", "events", "projections", "workers", "service", "bench")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
MOST_IN_A_FUNCTION = 40  # lines of code
SKIPPED = (tokenize.NL, tokenize.COMMENT, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
MAKERS = ("Illegal", "Refusal", "RefusalByRule")
PRINTING = re.compile(
    r"print|click\.(echo|secho|style|echo_via_pager)|sys\.std(out|err)\.write"
    r"|traceback\.print_\w+|logging\.(basicConfig|StreamHandler|Formatter)|Console"
)
REGISTERING = re.compile(r"click\.|\w+\.(get|post|put|patch|delete|route|command|group)\(")
NAMING: dict[type[ast.AST], str] = {  # what gives a name -> the field of the tree that holds it
    ast.FunctionDef: "name", ast.AsyncFunctionDef: "name", ast.ClassDef: "name",
    ast.ExceptHandler: "name", ast.MatchAs: "name", ast.MatchStar: "name", ast.arg: "arg",
    ast.alias: "asname",
}  # fmt: skip
Function = ast.FunctionDef | ast.AsyncFunctionDef
Nodes = Sequence[ast.AST]


def name_of(path: Path) -> str:
    """Return a path as the tests name it."""
    return str(path.relative_to(ROOT))


@cache
def text_of(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text()


@dataclass(frozen=True)
class Facts:
    """What the rules ask of a module. Its tree is not kept: all trees together take 130 MiB."""

    long_functions: list[tuple[str, int]]  # name, lines of code
    written_fields: set[str]
    printing: list[str]
    imported: set[str]
    classes: list[str]  # of the module itself, not those within others
    refusals: list[str]  # the classes of which it makes one
    functions: dict[str, bool]  # of the module itself: does a decorator register it?
    members: set[str]  # what is asked of an imported module, with the module's name
    identifiers: set[str]  # functions, classes, parameters, variables and attributes


@cache
def facts_of(path: Path) -> Facts:
    """Return what the rules ask of a module."""
    text = text_of(path)
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    return Facts(
        [one for one in functions(text, nodes, MOST_IN_A_FUNCTION) if one[1] > MOST_IN_A_FUNCTION],
        set(written_fields(nodes)),
        list(printing(nodes)),
        set(imported(nodes)),
        [node.name for node in tree.body if isinstance(node, ast.ClassDef)],
        list(makers_of_refusals(nodes)),
        {node.name: is_registered(node) for node in tree.body if isinstance(node, Function)},
        set(members(nodes)),
        set(identifiers(nodes)),
    )


def nodes_of(text: str) -> Nodes:
    """Return all nodes of the tree of a text."""
    return list(ast.walk(ast.parse(text)))


def code_lines(text: str) -> set[int]:
    """Return the numbers of the lines that hold code: no blanks, no comments."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SKIPPED:
            lines.update(range(token.start[0], token.end[0] + 1))
    return lines


def functions(text: str, nodes: Nodes, over: int = 0) -> Iterator[tuple[str, int]]:
    """Yield name and number of code lines of the functions that are over so many lines in all.

    Their docstrings are left out.
    """
    found = [node for node in nodes if isinstance(node, Function)]
    found = [node for node in found if (node.end_lineno or 0) - node.lineno >= over]
    code = code_lines(text) if found else set()
    for node in found:
        own = {line for line in code if node.lineno <= line <= (node.end_lineno or 0)}
        first = node.body[0]
        if ast.get_docstring(node) is not None:
            own -= set(range(first.lineno, (first.end_lineno or 0) + 1))
        yield node.name, len(own)


def written_fields(nodes: Nodes) -> Iterator[str]:
    """Yield what is assigned to or deleted as an attribute of anything but one's own.

    That is `self`, and `state` in the fold of a stream that changes its state in place.
    """
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
            yield from [] if ast.unparse(node.value) in ("self", "state") else [node.attr]


def printing(nodes: Nodes) -> Iterator[str]:
    """Yield the calls that print or log past the one way out."""
    for node in nodes:
        if isinstance(node, ast.Call):
            name = dotted(node.func)
            yield from [name] if PRINTING.fullmatch(name) else []


def dotted(node: ast.AST) -> str:
    """Return a name with its attributes, as it is written; of other expressions only the end."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def imported(nodes: Nodes) -> Iterator[str]:
    """Yield the modules that are imported, and what is imported from one with its module."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{one.name}" for one in node.names)


def is_registered(node: Function) -> bool:
    """Say whether a decorator hands a function to Flask or to click, which call it."""
    return any(REGISTERING.match(ast.unparse(one)) for one in node.decorator_list)


def members(nodes: Nodes) -> Iterator[str]:
    """Yield what is asked of modules that were imported by name: ``hands.hand_of``."""
    known = {
        one.asname or one.name: f"{node.module}.{one.name}"
        for node in nodes if isinstance(node, ast.ImportFrom) for one in node.names
    }  # fmt: skip
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield from [f"{known[node.value.id]}.{node.attr}"] if node.value.id in known else []


def identifiers(nodes: Nodes) -> Iterator[str]:
    """Yield what a module names itself: no names of others, which it only reads."""
    for node in nodes:
        if (field := NAMING.get(type(node))) is not None:
            yield from [name] if (name := getattr(node, field)) is not None else []
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr


def words_of(name: str) -> set[str]:
    """Return the words of which a name is made."""
    return set(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().split("_"))


def makers_of_refusals(nodes: Nodes) -> Iterator[str]:
    """Yield the class of each refusal that is made."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from [node.func.id] if node.func.id in MAKERS else []


@cache
def texts() -> tuple[Path, ...]:
    """Return all files of the project that people read."""
    found = [path for path in ROOT.iterdir() if path.suffix in (".md", ".toml", ".yaml")]
    for folder in (*PACKAGES, "tests", "docs", "examples"):
        found += [
            path
            for path in (ROOT / folder).rglob("*")
            if path.suffix in (".md", ".py", ".lua", ".yaml", ".json", ".txt", ".js", ".ts")
            and "node_modules" not in path.parts
        ]
    return tuple(sorted(found))
