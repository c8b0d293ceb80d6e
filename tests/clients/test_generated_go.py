"""A client in Go, made from openapi.yaml by another generator than the others, plays a table."""

import re
import shutil
from pathlib import Path

import pytest

from service.wire.yaml_texts import read_yaml
from tests.clients.openapi_generator import GENERATOR, LAZY, run
from tests.folders import ROOT
from tests.service.document import document

HERE = Path(__file__).parent
SETTINGS = HERE / "openapi-generator.yaml"
VALIDATOR = Path("/usr/share/gocode/src/gopkg.in/validator.v2")  # which the client imports
# A sixth of Go's work is saved, for a third more memory.
ROOMY = {"GOGC": "400"}

needs_tools = pytest.mark.skipif(
    not GENERATOR.exists()
    or shutil.which("go") is None
    or shutil.which("java") is None
    or not VALIDATOR.exists(),
    reason="needs golang-go, golang-gopkg-validator.v2-dev and a JRE, and fairdeal[clients]",
)


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the program that plays a table, built on the generated client."""
    folder = tmp_path_factory.mktemp("go")
    own = folder / "src" / "fairdeal"
    run(GENERATOR, "generate", "-c", SETTINGS, "-i", ROOT / "openapi.yaml", "-o", own, **LAZY)
    shutil.rmtree(own / "test", ignore_errors=True)
    shutil.copy(HERE / "go" / "any.go", own)
    (folder / "src" / "table").mkdir()
    shutil.copy(HERE / "go" / "table.go", folder / "src" / "table")
    places = {"GO111MODULE": "off", "GOPATH": f"{folder}:/usr/share/gocode", **ROOMY}
    run("go", "vet", "table", **places)
    run("go", "build", "-o", folder / "play", "table", **places)
    return folder / "play"


@pytest.mark.nightly
@needs_tools
def test_the_generated_client_plays_a_table_to_its_end(player: Path, url: str) -> None:
    said = run(player, url)
    found = re.fullmatch(r"(\d+) cards; places \[[123] [123] [123]\]\n", said)
    assert found is not None, said
    assert int(found[1]) == 54  # two rounds of nine tricks of three


def test_what_go_would_take_for_a_constructor_is_renamed() -> None:
    """Each type `X` has a function `NewX` in Go."""
    renamed = read_yaml(SETTINGS.read_text())["modelNameMappings"]
    schemas = document()["components"]["schemas"]
    made = {name for name in schemas if name.startswith("New") and name[3:] in schemas}
    assert set(renamed) == made
