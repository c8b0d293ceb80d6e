"""Tests wait for conditions, and say which one did not come about."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tests import waiting
from tests.folders import TESTS
from tests.waiting import wait_for

BRIEF = {  # what is to be lost, or a program that is not ours and brings bounds of its own
    "clients/generic.py", "clients/test_generated_go.py", "events/accounts/test_players.py",
    "events/store/test_streams.py",
}  # fmt: skip
PLAYERS = {  # they look again and again until their tables have ended
    "attacks/test_kills.py", "clients/generic.py",
}  # fmt: skip


def test_what_comes_about_is_waited_for() -> None:
    left = [0, "", None, 7]
    wait_for(lambda: left.pop(0))
    assert left == []


def test_what_does_not_come_about_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PATIENCE", 0.0)
    with pytest.raises(AssertionError, match=r"\[\] for 0 s; waited for: .*sorted"):
        wait_for(lambda: sorted([]))


@cache
def module_at(path: Path) -> ast.Module:
    """Return a module, parsed once."""
    return ast.parse(path.read_text())


def modules(*words: str) -> dict[str, ast.Module]:
    """Return the modules of the tests in which one of the words stands, by their paths."""
    return {
        str(path.relative_to(TESTS)): module_at(path)
        for path in TESTS.rglob("*.py")
        if "node_modules" not in path.parts
        if any(word in path.read_text() for word in words)
    }


def called(node: ast.AST, *names: str) -> bool:
    """Say whether a function of such a name is called within."""
    return any(
        isinstance(one, ast.Call) and ast.unparse(one.func).split(".")[-1] in names
        for one in ast.walk(node)
    )


def test_no_test_sleeps() -> None:
    """The simulator may: its time is virtual."""
    sleepy = {
        name for name, module in modules("sleep").items()
        if called(module, "sleep") and not name.startswith("simulation/")
    }  # fmt: skip
    assert sleepy - PLAYERS == {"waiting.py"}


def test_no_test_asserts_that_something_took_less_than_some_time() -> None:
    clocks = ("monotonic", "perf_counter", "time", "process_time")
    hasty = [
        f"{name}:{node.lineno}"
        for name, module in modules(*(f"{clock}(" for clock in clocks)).items()
        for node in ast.walk(module)
        if isinstance(node, ast.Assert)
        if called(node, *clocks)
        if any(isinstance(one, ast.Lt | ast.LtE) for one in ast.walk(node))
    ]
    assert hasty == []


def bounds(node: ast.AST) -> list[ast.expr]:
    """Return how long a call waits for a thread, a process, an answer."""
    if not isinstance(node, ast.Call):
        return []
    waits = isinstance(node.func, ast.Attribute) and node.func.attr in ("join", "result")
    given = [*node.args[:1]] if waits else []
    return given + [one.value for one in node.keywords if one.arg == "timeout"]


def test_whoever_waits_for_a_thread_or_an_answer_does_so_with_patience() -> None:
    """A number of seconds that is enough on a quiet machine is too few on a busy one."""
    brief = {
        f"{name}:{node.lineno}"
        for name, module in modules("timeout=", ".join(", ".result(").items()
        if name not in BRIEF
        for node in ast.walk(module)
        if isinstance(node, ast.Call)
        for bound in bounds(node)
        if isinstance(bound, ast.Constant) and isinstance(bound.value, int | float)
    }
    assert brief == set()
