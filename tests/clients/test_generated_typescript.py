"""TypeScript types are made from openapi.yaml; a client on them passes `tsc --strict`."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.folders import ROOT
from tests.waiting import PATIENCE

HERE = Path(__file__).parent
TOOLS = HERE / "node_modules" / ".bin"

needs_tools = pytest.mark.skipif(
    not (TOOLS / "tsc").exists() or shutil.which("node") is None,
    reason="needs node, and its packages: npm ci --prefix tests/clients",
)

RUN = """
import { webcrypto } from "node:crypto";
import { play } from "./table.js";

globalThis.crypto ??= webcrypto; // before Node 20 it has no global name
console.log(`places ${(await play(process.argv[2])).places.join()}`);
"""

MISTAKES = {  # what is right -> what the types must find wrong
    "an unknown action": ('{ type: "bid", coins: least };', '{ type: "fly" };'),
    "a field of another action": ('{ type: "play", card };', '{ type: "bury", card };'),
    "an unknown game": ('case "boosh":', 'case "whist":'),
    "a game left out": ('case "bum":\n', ""),
    "a field of another view": ("view.play?.auction.least_bid", "view.play?.trick"),
    "a field of another event": ("event.data.places.join()", "event.data.card"),
    "an unknown type of event": ('case "boon.card_played.v1":', 'case "boon.card_played.v9":'),
    "a seat count as text": ("seats: 3", 'seats: "3"'),
    "an option of another game": ("max_rounds: 2", "max_hands: 2"),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the types, the client, and one copy of it for each mistake."""
    folder = tmp_path_factory.mktemp("typescript")
    subprocess.run(
        [TOOLS / "openapi-typescript", ROOT / "openapi.yaml", "--output", folder / "api.d.ts",
         "--default-non-nullable=false"],
        check=True, capture_output=True, timeout=PATIENCE,
    )  # fmt: skip
    for name in ("table.ts", "tsconfig.json"):
        shutil.copy(HERE / name, folder)
    return folder


def checked(folder: Path, *files: str) -> str:
    """Return what the compiler says of the project, or of other files under its rules."""
    rules = (folder / "tsconfig.json").read_text()
    (folder / "checked.json").write_text(
        rules.replace('["table.ts"]', str(list(files)).replace("'", '"'))
    )
    done = subprocess.run(
        [TOOLS / "tsc", "-p", folder / "checked.json", "--pretty", "false"],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


@pytest.mark.nightly
@needs_tools
def test_a_client_on_the_generated_types_is_right_to_the_strict_compiler(project: Path) -> None:
    assert '"strict": true' in (project / "tsconfig.json").read_text()
    assert checked(project, "table.ts") == ""


@pytest.mark.nightly
@needs_tools
def test_a_client_on_the_generated_types_plays_a_table_to_its_end(project: Path, url: str) -> None:
    rules = (project / "tsconfig.json").read_text()
    (project / "built.json").write_text(rules.replace('"noEmit": true', '"outDir": "built"'))
    subprocess.run([TOOLS / "tsc", "-p", project / "built.json"], check=True, timeout=PATIENCE)
    (project / "built" / "package.json").write_text('{"type": "module"}')
    (project / "built" / "run.js").write_text(RUN)
    done = subprocess.run(
        ["node", project / "built" / "run.js", url],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"places [123],[123],[123]\n", done.stdout), done.stdout


@pytest.mark.nightly
@needs_tools
def test_the_generated_types_find_mistakes_of_a_client(project: Path) -> None:
    text = (HERE / "table.ts").read_text()
    files = []
    for number, (right, wrong) in enumerate(MISTAKES.values()):
        assert text.count(right) == 1, right
        files.append(f"mistake{number}.ts")
        (project / files[-1]).write_text(text.replace(right, wrong))
    said = checked(project, *files)
    missed = [name for file, name in zip(files, MISTAKES, strict=True) if file not in said]
    assert missed == []


@pytest.mark.nightly
@needs_tools
def test_no_generated_type_hides_an_action_a_view_or_an_event(project: Path) -> None:
    lines = (project / "api.d.ts").read_text().splitlines()
    unions = ("Action", "View", "Event", "NewTable")
    for name in unions:
        (said,) = [line for line in lines if line.startswith(f"        {name}: components")]
        assert said.count("components[") > 4
        assert "unknown" not in said
        assert "Record<" not in said


def test_the_packages_are_pinned_and_the_lock_file_names_no_registry() -> None:
    text = (HERE / "package-lock.json").read_text()
    assert '"resolved"' not in text
    assert text.count('"integrity"') >= text.count('"node_modules/')
    package = (HERE / "package.json").read_text()
    assert "^" not in package
    assert "~" not in package
