"""Generators that many projects use beside openapi-generator take openapi.yaml as it is."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.clients.examples import require_whole, write_examples
from tests.clients.openapi_generator import run, run_in
from tests.folders import ROOT

HERE = Path(__file__).parent / "generators"
TOOLS = HERE / "node_modules" / ".bin"
DESCRIPTION = ROOT / "openapi.yaml"
MODELS = Path(sys.executable).with_name("datamodel-codegen")
TYPESCRIPT = {  # name -> command within a folder of its own, and the module with the types
    "hey-api": (("openapi-ts", "-i", DESCRIPTION, "-o", "out"), "out/types.gen"),
    "orval": (
        ("orval", "--input", DESCRIPTION, "--output", "out/client.ts", "--client", "fetch"),
        "out/client",
    ),
    "swagger-typescript-api": (
        ("swagger-typescript-api", "generate", "-p", DESCRIPTION, "-o", "out", "-n", "api.ts"),
        "out/api",
    ),
}  # fmt: skip
PROJECT = {
    "compilerOptions": {
        "strict": True, "noEmit": True, "target": "ES2022", "module": "ES2022", "types": [],
        "moduleResolution": "bundler", "lib": ["ES2022", "DOM", "DOM.Iterable"],
    },
    "include": ["*.ts", "out/**/*.ts"],
}  # fmt: skip
READ = """
import json, sys
import models
for name, value in json.load(open(sys.argv[1])):
    found = getattr(models, name).model_validate(value)
    print(json.dumps([name, found.model_dump(mode="json", by_alias=True, exclude_unset=True)]))
"""


@pytest.mark.nightly
@pytest.mark.skipif(not TOOLS.exists(), reason="needs npm ci --prefix tests/clients/generators")
@pytest.mark.parametrize("name", TYPESCRIPT)
def test_the_types_are_right_to_the_strict_compiler(name: str, tmp_path: Path) -> None:
    (program, *words), types = TYPESCRIPT[name]
    run_in(tmp_path, TOOLS / str(program), *words)
    (tmp_path / "made.ts").write_text(f'export * from "./{types}";\n')
    (tmp_path / "tsconfig.json").write_text(json.dumps(PROJECT))
    shutil.copy(HERE / "views.ts", tmp_path)
    run(TOOLS / "tsc", "-p", tmp_path)
    right = (HERE / "views.ts").read_text()
    (tmp_path / "views.ts").write_text(right.replace("options.victory_cards", "options.woof"))
    with pytest.raises(AssertionError, match="Property 'woof' does not exist"):
        run(TOOLS / "tsc", "-p", tmp_path)


@pytest.mark.nightly
@pytest.mark.skipif(not MODELS.exists(), reason="needs fairdeal[clients]")
def test_models_of_pydantic_read_every_example_whole(tmp_path: Path) -> None:
    run(
        MODELS, "--input", DESCRIPTION, "--output", tmp_path / "models.py",
        "--output-model-type", "pydantic_v2.BaseModel",
    )  # fmt: skip
    (tmp_path / "read.py").write_text(READ)
    require_whole(run(sys.executable, tmp_path / "read.py", write_examples(tmp_path)))


def test_the_generators_are_pinned_and_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (HERE / "package-lock.json").read_text()
    assert not re.search(r"[\^~]", (HERE / "package.json").read_text())
