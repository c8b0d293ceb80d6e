"""The modules of the web client: their own tests in Node, their types, what is copied."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from service.pages.web_files import SHARED, as_sent
from tests.folders import EXAMPLES, ROOT, TESTS
from tests.waiting import PATIENCE
from tests.web import vendor

HERE = Path(__file__).parent
WEB = ROOT / "service" / "web"
WORDS = WEB / "words"
LAYOUT = EXAMPLES / "high_card" / "high_card" / "layout.js"
TOOLS = TESTS / "clients" / "node_modules" / ".bin"
LIBRARY = ROOT / "clients" / "typescript"
MODULES = sorted(
    path
    for folder in (WEB, *(LIBRARY / name for name in SHARED))
    for path in folder.rglob("*.js")
    if not {"vendor", "noble"} & set(path.parts)
)
TYPES = {  # ours, of what we use of the copies
    "preact.d.mts", "hooks.d.mts", "htm.d.mts", "qr.d.mts", "marked.d.mts",
    "ed25519.d.ts", "hmac.d.ts", "sha2.d.ts",
}  # fmt: skip
MISTAKES = {  # what is right -> what the types must find wrong
    "a phase that no table has": ('"closed") this.stop', '"closing") this.stop'),
    "a field that no answer has": ("if (checked?.refusal)", "if (checked?.refused)"),
    "a message that no stream has": ('case "removed":', 'case "gone":'),
    "a number where a text is": ("words[0]", "words.toFixed()"),
}

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs node, 20 or newer")
needs_types = pytest.mark.skipif(
    not (TOOLS / "tsc").exists() or shutil.which("node") is None,
    reason="needs node, and its packages: npm ci --prefix tests/clients",
)


@needs_node
@pytest.mark.parametrize("path", sorted(HERE.glob("*/*.test.mjs")), ids=lambda path: path.name)
def test_the_tests_of_the_modules_hold(path: Path) -> None:
    done = subprocess.run(
        ["node", "--test", path], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.findall(r"^# pass (\d+)$", done.stdout, re.MULTILINE)[0]) > 0


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the types that are made from openapi.yaml."""
    folder = tmp_path_factory.mktemp("types")
    subprocess.run(
        [TOOLS / "openapi-typescript", ROOT / "openapi.yaml", "--output", folder / "api.d.ts",
         "--default-non-nullable=false"],
        check=True, capture_output=True, timeout=PATIENCE,
    )  # fmt: skip
    return folder


def checked(folder: Path, web: Path) -> str:
    """Return what the compiler says of the modules in a folder."""
    rules = (HERE / "tsconfig.json").read_text().replace("../../service/web", str(web))
    (folder / "tsconfig.json").write_text(rules)
    done = subprocess.run(
        [TOOLS / "tsc", "-p", folder, "--pretty", "false"],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


@needs_types
def test_the_types_of_the_modules_are_right_to_the_strict_compiler(checker: Path) -> None:
    assert '"strict": true' in (HERE / "tsconfig.json").read_text()
    assert checked(checker, WEB) == ""


@pytest.mark.nightly
@needs_types
def test_the_types_find_what_the_api_does_not_say(checker: Path, tmp_path: Path) -> None:
    copy = tmp_path / "service" / "web"
    shutil.copytree(WEB, copy)
    shutil.copytree(LIBRARY, tmp_path / "clients" / "typescript")
    shutil.copyfile(LAYOUT, copy / "games" / "high_card.js")
    wrong = {}
    for name, (right, mistake) in MISTAKES.items():
        (path,) = [one for one in copy.rglob("*.js") if right in one.read_text()]
        text = path.read_text().replace(right, mistake)
        path.write_text(text)
        wrong[name] = f"{path.name}({text[: text.index(mistake)].count(chr(10)) + 1},"
    said = checked(checker, copy)
    assert [name for name, place in wrong.items() if place not in said] == [], said
    assert "high_card.js" not in said, "the layout of the game from outside has no mistake"


def others(modules: list[tuple[str, str, str]]) -> list[str]:
    """Return the modules that are another program as they are sent than as they are written."""
    done = subprocess.run(
        ["node", HERE / "same.mjs", TOOLS.parent / "typescript"], input=json.dumps(modules),
        capture_output=True, text=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    found: list[str] = json.loads(done.stdout)
    return found


@needs_types
def test_what_is_taken_out_of_modules_that_are_sent_are_comments_alone() -> None:
    written = {str(path): path.read_bytes() for path in [*MODULES, LAYOUT]}
    sent = {name: as_sent(name, content) for name, content in written.items()}
    assert others([(one, written[one].decode(), sent[one].decode()) for one in written]) == []
    assert others([("a", "f(1); // 2", "f(1);"), ("b", "f(1);", "f(2);")]) == ["b"]


WAYS_TO_CODE_AND_CHANCE = (  # and to other origins
    "innerHTML", "outerHTML", "insertAdjacentHTML", "dangerouslySetInnerHTML", "document.write",
    "eval(", "new Function", "Math.random", "randomUUID", "EventSource", "http://", "https://",
)  # fmt: skip


def test_a_module_is_short_says_what_it_is_and_turns_no_text_into_code(
    subtests: pytest.Subtests,
) -> None:
    for path in MODULES:
        with subtests.test(str(path.relative_to(ROOT))):
            text = path.read_text()
            assert text.startswith("/**"), "say in a comment what it is"
            if WORDS not in path.parents:  # where a message is a line, however long
                assert text.count("\n") <= 250
                assert max(map(len, text.splitlines())) <= 130
            code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
            assert [way for way in WAYS_TO_CODE_AND_CHANCE if way in code] == []


def test_a_button_that_is_grey_says_why() -> None:
    """Each goes through `greyed`, which asks for the reason."""
    for path in WEB.glob("[!v]*/*.js"):
        for line in path.read_text().splitlines():
            if "disabled=" in line:
                assert "title=" in line, (path, line)


def test_what_is_copied_is_as_its_hash_says_and_nothing_else_is_there() -> None:
    hashes = {name: vendor.digest(vendor.place_of(name).read_bytes()) for name in vendor.COPIES}
    assert hashes == {name: copy.sha256 for name, copy in vendor.COPIES.items()}
    there = {path for folder in vendor.FOLDERS for path in folder.rglob("*")}
    copies = set(map(vendor.place_of, vendor.COPIES))
    assert {path.name for path in there - copies} == TYPES


@pytest.mark.skipif(not vendor.PACKAGES.is_dir(), reason="needs npm ci --prefix tests/web")
def test_what_is_copied_is_that_of_the_pinned_packages() -> None:
    assert [
        name
        for name, copy in vendor.COPIES.items()
        if vendor.copy_of(copy.source) != vendor.place_of(name).read_bytes()
    ] == []


def test_the_packages_are_pinned_and_the_lock_file_names_no_registry() -> None:
    lock = (HERE / "package-lock.json").read_text()
    assert '"resolved"' not in lock
    assert lock.count('"integrity"') == lock.count('"node_modules/')
    pinned = json.loads((HERE / "package.json").read_text())["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in pinned.values())
