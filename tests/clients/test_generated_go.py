"""A client in Go, made from openapi.yaml by another generator than the others, plays a table."""

import re
import shutil
from pathlib import Path

import pytest

from tests.clients.openapi_generator import GENERATOR, LAZY, run
from tests.folders import ROOT

HERE = Path(__file__).parent
VALIDATOR = Path("/usr/share/gocode/src/gopkg.in/validator.v2")  # which the client imports
# Events are told apart by their type, not by trying each; answers may get more fields. Without both
# the client compiles and plays, but cannot read the list of events.
OPTIONS = "useOneOfDiscriminatorLookup=true,disallowAdditionalPropertiesIfNotPresent=false"
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
    own = folder / "src" / "openapi"
    run(
        GENERATOR, "generate", "-g", "go", "--additional-properties", OPTIONS,
        "-i", ROOT / "openapi.yaml", "-o", own, **LAZY,
    )  # fmt: skip
    shutil.rmtree(own / "test", ignore_errors=True)
    shutil.copytree(HERE / "go" / "oauth2", folder / "src" / "golang.org" / "x" / "oauth2")
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
