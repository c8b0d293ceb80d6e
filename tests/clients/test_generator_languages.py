"""openapi-generator writes clients in many languages, with no flag but the language.

What can be compiled here is compiled: Java with the libraries in the generator's own archive,
TypeScript by `tsc --strict`. The models in Java and Python read every example and lose nothing.
"""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.clients.examples import require_whole, write_examples
from tests.clients.openapi_generator import GENERATOR, LAZY, run
from tests.folders import ROOT

HERE = Path(__file__).parent
TSC = HERE / "node_modules" / ".bin" / "tsc"
CODE_ONLY = "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false"
GENERATED = """package javax.annotation;
public @interface Generated { String[] value(); String date(); String comments(); }
"""
PROJECT = {
    "compilerOptions": {
        "strict": True, "noEmit": True, "target": "ES2022", "module": "ES2022",
        "moduleResolution": "bundler", "lib": ["ES2022", "DOM"],
    },
    "include": ["index.ts"],
}  # fmt: skip
READ = """
import json, sys
import openapi_client
for name, value in json.load(open(sys.argv[1])):
    model = getattr(openapi_client, name).from_dict(value)
    print(json.dumps([name, json.loads(model.to_json())]))
"""

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(
        not GENERATOR.exists() or shutil.which("java") is None,
        reason="needs a JRE, and fairdeal[clients]",
    ),
]


def generate(language: str, folder: Path, *options: str) -> Path:
    """Write a client; return its folder."""
    own = folder / language
    run(
        GENERATOR, "generate", "-g", language, "-i", ROOT / "openapi.yaml", "-o", own,
        "--global-property", CODE_ONLY, *options, **LAZY,
    )  # fmt: skip
    return own


@pytest.mark.parametrize(
    ("language", "file"),
    [
        ("csharp", "BoonView.cs"), ("dart", "boon_view.dart"), ("kotlin", "BoonView.kt"),
        ("rust", "boon_view.rs"), ("swift6", "BoonView.swift"),
    ],
)  # fmt: skip
def test_a_client_is_written_in_each_language(language: str, file: str, tmp_path: Path) -> None:
    assert [*generate(language, tmp_path).rglob(file)]


@pytest.fixture(scope="module")
def java(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Compile the client in Java and two programs on it; return the path of their classes."""
    if shutil.which("javac") is None:
        pytest.skip("needs a JDK")
    options = ("--library", "native", "--additional-properties", "openApiNullable=false")
    own = generate("java", tmp_path_factory.mktemp("java"), *options)
    main = own / "src" / "main" / "java"
    annotation = main / "javax" / "annotation" / "Generated.java"
    annotation.parent.mkdir(parents=True)
    annotation.write_text(GENERATED)  # the only thing that is not in the archive
    (archive,) = Path(sys.prefix).rglob("openapi-generator.jar")
    for program in (HERE / "java").iterdir():
        shutil.copy(program, main)
    sources, out = own / "sources", own / "out"
    sources.write_text("\n".join(map(str, main.rglob("*.java"))))
    run("javac", "-nowarn", "-proc:none", "-cp", archive, "-d", out, f"@{sources}")
    return f"{out}:{archive}"


def test_the_client_in_java_reads_every_example_whole(java: str, tmp_path: Path) -> None:
    require_whole(run("java", "-cp", java, "ReadExamples", write_examples(tmp_path)))


def test_the_client_in_java_plays_a_table_to_its_end(java: str, url: str) -> None:
    said = run("java", "-cp", java, "PlayTable", url)
    assert re.fullmatch(r"54 cards; places \[[123], [123], [123]\]; last round whole\n", said), said


@pytest.mark.skipif(not TSC.exists(), reason="needs npm ci --prefix tests/clients")
def test_the_client_in_typescript_is_right_to_the_strict_compiler(tmp_path: Path) -> None:
    own = generate("typescript-fetch", tmp_path)
    (own / "tsconfig.json").write_text(json.dumps(PROJECT))
    run(TSC, "-p", own / "tsconfig.json")


def test_the_client_in_kotlin_tells_views_apart(tmp_path: Path) -> None:
    """Without these settings `View` has the options of one game."""
    settings = "serializationLibrary=gson,generateOneOfAnyOfWrappers=true"
    own = generate("kotlin", tmp_path, "--additional-properties", settings)
    (view,) = own.rglob("View.kt")
    assert "getDelegateAdapter(this, TypeToken.get(BoonView::class.java))" in view.read_text()
    assert "val options" not in view.read_text()


def test_the_client_in_python_reads_every_example_whole(tmp_path: Path) -> None:
    own, path = generate("python", tmp_path), tmp_path / "read.py"
    path.write_text(READ)
    command = (sys.executable, "-W", "ignore", path, write_examples(tmp_path))
    require_whole(run(*map(str, command), PYTHONPATH=str(own)))
