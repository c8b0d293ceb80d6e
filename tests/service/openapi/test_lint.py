"""A linter that other people use finds nothing in openapi.yaml."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.folders import TESTS
from tests.service.document import text

LINT = TESTS / "lint"
CLI = LINT / "node_modules" / "@redocly" / "cli" / "bin" / "cli.js"
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(shutil.which("node") is None, reason="node is missing: install nodejs"),
    pytest.mark.skipif(not CLI.exists(), reason="the linter is missing: npm ci in tests/lint"),
]


def lint(text: str, folder: Path) -> Any:
    """Return what the linter says of a document."""
    for name in ("redocly.yaml", ".redocly.lint-ignore.yaml"):
        rules = (LINT / name).read_text().replace("../../openapi.yaml", "openapi.yaml")
        (folder / name).write_text(rules)
    (folder / "openapi.yaml").write_text(text)
    command = ["node", str(CLI), "lint", "--config=redocly.yaml", "--format=json", "openapi.yaml"]
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **QUIET}, capture_output=True, check=False
    )
    return json.loads(done.stdout)


def test_the_linter_finds_nothing_by_its_recommended_rules(tmp_path: Path) -> None:
    found = lint(text(), tmp_path)
    assert found["problems"] == []
    assert found["totals"] == {"errors": 0, "warnings": 0, "ignored": 3}


def test_the_linter_finds_what_is_wrong(tmp_path: Path) -> None:
    spoilt = text().replace("operationId: listGames", "operationId: showGame")
    found = lint(spoilt, tmp_path)
    assert "operation-operationId-unique" in {one["ruleId"] for one in found["problems"]}
