"""openapi-generator writes clients in many languages; some of them need settings.

What can be compiled here is compiled: Java with the libraries in the generator's own archive, the
models in Kotlin, TypeScript by `tsc --strict`. The models in Java and Python read every example and
lose nothing; those in other languages are looked through.
"""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.clients.examples import require_whole, write_examples
from tests.clients.generated_models import find_faults
from tests.clients.openapi_generator import GENERATOR, LAZY, run
from tests.folders import ROOT

HERE = Path(__file__).parent
TSC = HERE / "node_modules" / ".bin" / "tsc"
KOTLINC = HERE / "generators" / "node_modules" / "kotlin-compiler" / "bin" / "kotlinc"
GSON = Path("/usr/share/java/gson.jar")
KOTLIN = "serializationLibrary=gson,generateOneOfAnyOfWrappers=true"  # else unions are merged
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
    ("language", "suffix", "settings"),
    [
        ("csharp", ".cs", ""), ("dart-dio", ".dart", ""), ("rust", ".rs", ""),
        ("swift6", ".swift", ""), ("kotlin", ".kt", KOTLIN),
    ],
)  # fmt: skip
def test_no_model_is_dropped_and_no_union_is_merged(
    language: str, suffix: str, settings: str, tmp_path: Path
) -> None:
    options = ("--additional-properties", settings) if settings else ()
    assert find_faults(generate(language, tmp_path, *options), suffix) == []


def test_a_merged_union_is_found(tmp_path: Path) -> None:
    """The older generator for Dart knows no unions."""
    faults = find_faults(generate("dart", tmp_path), ".dart")
    assert "View: no BoonView" in faults
    assert [one for one in faults if one.startswith("BoonAction: merged: card, cards")]


@pytest.mark.skipif(not KOTLINC.exists(), reason="needs npm ci --prefix tests/clients/generators")
@pytest.mark.skipif(not GSON.exists(), reason="needs libgoogle-gson-java")
def test_the_models_in_kotlin_compile(tmp_path: Path) -> None:
    own = generate("kotlin", tmp_path, "--additional-properties", KOTLIN)
    models = [path for path in own.rglob("*.kt") if path.parent.name == "models"]
    (own / "sources").write_text("\n".join(map(str, models)))
    line = ("bash", KOTLINC, "-nowarn", "-cp", GSON, "-d", own / "out", f"@{own / 'sources'}")
    run(*line, JAVA_OPTS=f"-Xmx3g {LAZY['JAVA_TOOL_OPTIONS']}")


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


def test_the_client_in_python_reads_every_example_whole(tmp_path: Path) -> None:
    own, path = generate("python", tmp_path), tmp_path / "read.py"
    path.write_text(READ)
    command = (sys.executable, "-W", "ignore", path, write_examples(tmp_path))
    require_whole(run(*map(str, command), PYTHONPATH=str(own)))
