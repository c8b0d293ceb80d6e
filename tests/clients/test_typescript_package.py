"""The client library in JavaScript: its tests, types and size, and tables from its packed file."""

import json
import re
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.folders import ROOT
from tests.some import some
from tests.waiting import PATIENCE

HERE = Path(__file__).parent
LIBRARY = ROOT / "clients" / "typescript"
TOOLS = HERE / "node_modules" / ".bin"
README = (LIBRARY / "README.md").read_text()
LISTENS = "http://127.0.0.1:8000"  # in the examples
TUTORIAL = (ROOT / "docs" / "tutorials" / "client.md").read_text()
EXAMPLES = re.findall(r"^```js\n(.*?)^```$", README + TUTORIAL, re.MULTILINE | re.DOTALL)
SHOWN = re.findall(
    r"^```ts\n(.*?)^```$", README, re.MULTILINE | re.DOTALL
)  # want a browser, a person
BY_HAND = 1500  # lines
SIZES = 30_000, 60_000  # bytes, without checks and with them
MISTAKES = {  # what is right -> what the types must find wrong
    "an unknown path": ('"/v1/tables"', '"/v1/table"'),
    "an unknown query": ("limit: 5", "limits: 5"),
    "a path without its name": (', { path: { game: "boon" } }', ""),
    "a field that no answer has": ("seats.least", "seats.fewest"),
}
LIES = {  # kind in lies.mjs -> what is found
    "a receipt is not signed": "the receipt of event 1 is not signed",
    "a receipt is of another head": "the receipt of event 1 is not signed",
    "an event is other": "the head after event 3 does not follow",
    "an event is left out": "event 3 is kept back",
    "a part is other": "does not fit its seal",
    "a part is withheld": "is withheld",
    "a view is of another head": "does not fit the log",
    "another commitment is closed": "the head after event 2 does not follow",
    "the closing is not signed": "the receipt of the call for the start is not signed",
    "another key signs": "the server signs with a key that does not follow",
    "another tree is signed": "the path does not lead to the",
    "the log is other": "the log is not what was shown",
}

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs node, 20 or newer")
needs_types = pytest.mark.skipif(
    not (TOOLS / "tsc").exists() or shutil.which("npm") is None,
    reason="needs node and npm, and packages: npm ci --prefix tests/clients",
)


def run(*command: object, cwd: Path = ROOT) -> str:
    """Run a program to its end; return what it printed."""
    done = subprocess.run(
        [str(one) for one in command], cwd=cwd, capture_output=True, text=True, timeout=PATIENCE,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an empty project in which the packed library is installed."""
    copy = tmp_path_factory.mktemp("checkout")
    shutil.copytree(LIBRARY, copy / "clients" / "typescript")
    for name in ("openapi.yaml", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    (copy / "tests" / "clients").mkdir(parents=True)
    (copy / "tests" / "clients" / "node_modules").symlink_to(TOOLS.parent)
    before = sorted((copy / "clients").rglob("*"))
    run("npm", "pack", "--silent", cwd=copy / "clients" / "typescript")
    (packed,) = (copy / "clients" / "typescript").glob("*.tgz")
    project = tmp_path_factory.mktemp("project")
    packed.rename(project / packed.name)
    assert sorted((copy / "clients").rglob("*")) == before, "what was made for it is taken away"
    (project / "package.json").write_text('{"type": "module"}')
    run("npm", "install", "--silent", "--offline", "--no-audit", f"./{packed.name}", cwd=project)
    return project


@needs_node
@pytest.mark.parametrize(
    "path", sorted((HERE / "typescript").glob("*.test.mjs")), ids=lambda path: path.name
)
def test_the_tests_of_the_library_hold(path: Path) -> None:
    said = run("node", "--test", path)
    assert int(re.findall(r"^# pass (\d+)$", said, re.MULTILINE)[0]) > 0


def test_the_surface_is_small_and_each_module_says_what_it_is() -> None:
    paths = [LIBRARY / "index.js", LIBRARY / "types.d.ts", *LIBRARY.glob("src/*.js")]
    paths += LIBRARY.glob("streams/*.js")
    assert sum(path.read_text().count("\n") for path in paths) < BY_HAND
    for path in paths:
        text = path.read_text()
        assert text.startswith("/**"), path
        assert max(map(len, text.splitlines())) <= 130, path
        assert not re.findall(r'^import .* from "(?!\.)', text, re.MULTILINE), path


@needs_node
def test_the_library_sends_a_key_wherever_the_description_has_one() -> None:
    document: Any = yaml.load((ROOT / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)
    keyed, others = set[str](), set[str]()
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if method in ("post", "delete", "put", "patch"):
                own = [*operations.get("parameters", []), *operation.get("parameters", [])]
                has_key = any(one.get("$ref", "").endswith("/Idempotency-Key") for one in own)
                (keyed if has_key else others).add(f"{method} {path}")
    text = (LIBRARY / "src" / "client.js").read_text()
    (pattern,) = re.findall(r"^const KEYED = (/.*/);", text, re.MULTILINE)
    listed = (
        f"{json.dumps(sorted(keyed | others))}.filter((one) => {pattern}.test(one.split(' ')[1]))"
    )
    asked = f"console.log(JSON.stringify({listed}))"
    assert set(json.loads(run("node", "--input-type=module", "-e", asked))) == keyed


@needs_types
def test_an_app_loads_little_and_the_checks_only_when_it_wants_them() -> None:
    program = HERE / "typescript" / "sizes.mjs"
    sizes = json.loads(run("node", program, LIBRARY, TOOLS.parent / "typescript"))
    assert all(size < most for size, most in zip(sizes, SIZES, strict=True)), sizes
    assert sizes[1] > sizes[0] + 20_000
    assert [f"{round(size / 1000)} kB" in README for size in sizes] == [True, True], sizes


@needs_types
def test_the_package_has_types_and_licences_and_no_more_than_it_needs(project: Path) -> None:
    (packed,) = project.glob("*.tgz")
    with tarfile.open(packed) as archive:
        names = {name.removeprefix("package/") for name in archive.getnames()}
    assert {"LICENSE", "README.md", "api.d.ts", "index.d.ts", "src/client.d.ts"} <= names
    assert {f"noble/LICENSE.noble-{name}" for name in ("ed25519", "hashes")} <= names
    assert not {"pack.mjs", "tsconfig.json"} & names
    assert {Path(name).suffix for name in names} <= {"", ".js", ".json", ".md", ".ts"} | {
        ".noble-ed25519", ".noble-hashes",
    }  # fmt: skip


@needs_types
def test_the_examples_of_the_readme_and_the_tutorial_do_what_they_say(
    project: Path, url: str
) -> None:
    said = []
    for number, example in enumerate(EXAMPLES):
        assert f'"{LISTENS}"' in example
        (project / f"{number}.js").write_text(example.replace(LISTENS, url))
        said.append(run("node", f"{number}.js", cwd=project).splitlines())
    ten, table, read, verified, learnt = said
    assert EXAMPLES[0].count("\n") <= 12
    assert ten[-1].endswith(" good")
    assert len(table) > 3
    assert re.fullmatch(r"\d+ 3", read[0])
    assert verified == ["good"]
    assert "\n".join(learnt[1:]) in TUTORIAL


@needs_types
def test_the_types_are_right_to_the_strict_compiler_and_find_mistakes(project: Path) -> None:
    rules = json.loads((LIBRARY / "tsconfig.json").read_text())
    assert rules["compilerOptions"]["strict"] is True
    for name in ("allowJs", "checkJs", "declaration", "emitDeclarationOnly"):
        del rules["compilerOptions"][name]
    rules["compilerOptions"]["noEmit"] = True
    for number, example in enumerate([*EXAMPLES, *SHOWN]):
        typed = example.replace("({ choices })", "({ choices }: View): Action")
        typed = re.sub(r"\b(choices|verdict|outcome|picks\[0\])\.", r"\1!.", typed)
        imported = 'import type { Action, View } from "fairdeal-client";\n'
        (project / f"right{number}.ts").write_text(imported + typed)
    for number, (right, wrong) in enumerate(MISTAKES.values()):
        assert EXAMPLES[2].count(right) == 1
        (project / f"wrong{number}.ts").write_text(EXAMPLES[2].replace(right, wrong))
    files = [path.name for kind in ("right", "wrong") for path in project.glob(f"{kind}*.ts")]
    (project / "tsconfig.json").write_text(json.dumps({**rules, "files": files}))
    done = subprocess.run(
        [TOOLS / "tsc", "-p", ".", "--pretty", "false"], cwd=project, capture_output=True,
        text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert "right" not in done.stdout, done.stdout
    missed = [name for at, name in enumerate(MISTAKES) if f"wrong{at}.ts(" not in done.stdout]
    assert missed == []


@needs_node
@pytest.mark.parametrize("kind", ["", *some("lies to the library", [*LIES], 3)])
def test_a_client_with_checks_finds_a_lie_of_any_kind(kind: str, url: str) -> None:
    told = run("node", HERE / "typescript" / "lies.mjs", url, kind or "none")
    if not kind:
        assert told == "good, own entropy: true\n"
        return
    first, evidence = told.splitlines()
    assert first.startswith("Lie: ")
    assert LIES[kind] in first
    assert evidence != ""


def test_the_version_is_that_of_the_server() -> None:
    package = json.loads((LIBRARY / "package.json").read_text())
    assert f'version = "{package["version"]}"' in (ROOT / "pyproject.toml").read_text()
    assert f"fairdeal-client-{package['version']}.tgz" in README
