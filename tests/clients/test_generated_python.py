"""A Python client is generated from openapi.yaml and plays; its unions are types, not objects."""

import fcntl
import importlib
import os
import re
import subprocess
import sys
import typing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from games import NEWEST
from service.openapi.examples import component_examples
from service.openapi.schemas import component_name
from tests.folders import ROOT
from tests.service.document import document
from tests.waiting import PATIENCE

HERE = Path(__file__).parent
pytestmark = pytest.mark.nightly  # to generate takes ten seconds of a core


def python(*arguments: str | Path, **environment: str) -> str:
    """Run Python to its end; return what it printed."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Generate the client, once for all processes of a run; return the folder of its package."""
    base = tmp_path_factory.getbasetemp()
    run = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = run / "generated-client"
    with (run / "generating").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            whole = tmp_path_factory.mktemp("generated")
            python(
                "-m", "openapi_python_client", "generate", "--path", ROOT / "openapi.yaml",
                "--output-path", whole / "generated_client", "--meta", "none",
                "--config", HERE / "openapi-python-client.yaml", "--fail-on-warning",
            )  # fmt: skip
            whole.rename(folder)
    return folder


@pytest.fixture(scope="module")
def models(generated: Path) -> ModuleType:
    """Return the generated models; the package is known by its name from here on."""
    sys.path.insert(0, str(generated))
    try:
        return importlib.import_module("generated_client.models")
    finally:
        sys.path.remove(str(generated))


def test_the_generated_client_plays_a_table_to_its_end(generated: Path, url: str) -> None:
    said = python(HERE / "boon_table.py", url, PYTHONPATH=str(generated))
    found = re.fullmatch(r"(\d+) cards; places \[[123], [123], [123]\]\n", said)
    assert found is not None, said
    assert int(found[1]) == 54  # two rounds of nine tricks of three


def test_the_program_on_the_generated_client_is_typed_throughout(
    generated: Path, tmp_path: Path
) -> None:
    pytest.importorskip("mypy", reason="mypy is installed for development only")
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\nstrict = true\n[mypy-generated_client.*]\nignore_errors = true\n")
    python(
        "-m", "mypy", "--config-file", config, "--cache-dir", tmp_path / "cache",
        HERE / "boon_table.py", MYPYPATH=str(generated),
    )  # fmt: skip


def alternatives(models: ModuleType, holder: str, field: str) -> set[str]:
    """Return the names of the types that a field of a generated model may hold."""
    kind = getattr(models, holder)
    source = importlib.import_module(kind.__module__)
    hints = typing.get_type_hints(kind, {**vars(models), **vars(source)})
    names: set[str] = set()
    todo: list[Any] = [hints[field]]
    while todo:
        hint = todo.pop()
        assert hint not in (Any, object, dict), (holder, field)
        inner = typing.get_args(hint)
        todo += inner
        if not inner:
            names.add(hint.__name__)
    return names - {"NoneType"}


def named(union: str) -> set[str]:
    """Return the names of a union's alternatives in the document."""
    return {
        one["$ref"].rpartition("/")[2]
        for one in document()["components"]["schemas"][union]["oneOf"]
    }


@pytest.mark.parametrize(
    ("holder", "field", "union"),
    [
        ("Accepted", "view", "View"),
        ("EventPage", "events", "Event"),
        *[(f"{one}Choices", "actions", f"{one}Action") for one in map(component_name, NEWEST)],
        *[(f"{one}Pick", "example", f"{one}Action") for one in map(component_name, NEWEST)],
    ],
)  # fmt: skip
def test_a_union_of_the_document_is_a_union_of_generated_types(
    models: ModuleType, holder: str, field: str, union: str
) -> None:
    found = alternatives(models, holder, field)
    assert len(found) > 1
    assert found == named(union)


def test_a_view_is_read_as_that_of_its_game(models: ModuleType) -> None:
    value = component_examples()["ViewToAct"]["value"]
    receipt = component_examples()["AcceptedAction"]["value"]["receipt"]
    view = models.Accepted.from_dict({"receipt": receipt, "view": value}).view
    assert type(view) is models.BoonView
    assert type(view.play) is models.BoonPlayView
    assert view.to_dict() == value


def test_an_event_is_read_as_that_of_its_type(models: ModuleType) -> None:
    for example in ("EventPage", "EventPageOpened"):
        value = component_examples()[example]["value"]
        page = models.EventPage.from_dict(value)
        for event, given in zip(page.events, value["events"], strict=True):
            assert event.type_ == given["type"]
            words = re.split(r"[._]", given["type"])
            assert type(event).__name__ == "".join(word.title() for word in words)
        assert page.to_dict() == value
