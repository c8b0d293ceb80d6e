"""What `serve` is made of is locked by hashes, and an audit that asked nobody does not pass."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.folders import ROOT

LOCK = (ROOT / "requirements.lock").read_text()
ENTRY = re.compile(r"^([a-z0-9-]+)==(\S+?)(?: ; ([^\n]*?))? \\\n((?: +\S[^\n]*\n?)+)", re.MULTILINE)
AUDIT = [sys.executable, str(ROOT / ".ci" / "audit.py"), "requirements.lock"]
FINE = {"name": "flask", "version": "3.1.3", "vulns": []}
HOLE = {"id": "PYSEC-0000-1", "fix_versions": ["3.1.4"], "aliases": [], "description": "a hole"}
UNKNOWN = {"name": "flask", "skip_reason": "Dependency not found"}


def locked() -> list[tuple[str, str, str]]:
    """Return name, version and what is said below of each locked package."""
    return [(name, version, below) for name, version, _, below in ENTRY.findall(LOCK)]


def direct() -> list[Requirement]:
    """Return what pyproject.toml asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return [Requirement(text) for text in project["dependencies"]]


def test_what_pyproject_asks_for_is_locked_at_a_version_that_it_takes() -> None:
    for wanted in direct():
        versions = [own for name, own, _ in locked() if name == canonicalize_name(wanted.name)]
        assert versions, f"{wanted}: renew the lock file: docs/how-to/install-a-server.md"
        assert all(wanted.specifier.contains(version) for version in versions), wanted


def test_every_locked_package_has_hashes_and_is_wanted_by_another_locked_one() -> None:
    names, asked = {name for name, _, _ in locked()}, {one.name for one in direct()}
    assert len(locked()) == len(re.findall(r"^\S.*==", LOCK, re.MULTILINE)) > len(asked)
    for name, _, below in locked():
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", below), name
        by = re.findall(r"# +(?:via )?([a-z][a-z0-9-]*)(?: \(pyproject.toml\))?", below)
        assert [one for one in by if one not in names | {"via", "fairdeal"}] == [], name
        assert ("fairdeal" in by) == (name in {canonicalize_name(one) for one in asked}), name


def test_the_lock_file_names_no_place_to_fetch_from() -> None:
    assert not re.search(r"://|index-url|find-links|trusted-host|file:", LOCK)


def audited(folder: Path, printed: Any, code: int = 0) -> tuple[int, str]:
    """Return exit code and words of an audit whose tool prints this for any source."""
    tool = folder / "pip-audit"
    tool.write_text(
        f"#!/bin/sh\necho '{json.dumps(printed) if printed else 'No route'}'\nexit {code}\n"
    )
    tool.chmod(0o755)
    path = f"{folder}:{os.environ['PATH']}"
    done = subprocess.run(
        AUDIT, capture_output=True, text=True, check=False, env={**os.environ, "PATH": path}
    )
    return done.returncode, done.stdout


def test_an_audit_passes_if_all_packages_are_known_and_none_has_a_hole(tmp_path: Path) -> None:
    code, said = audited(tmp_path, {"dependencies": [FINE]})
    assert (code, said) == (0, "1 packages audited with osv: 0 known holes\n")


def test_an_audit_that_finds_a_hole_fails_and_says_which_version_mends_it(tmp_path: Path) -> None:
    code, said = audited(tmp_path, {"dependencies": [{**FINE, "vulns": [HOLE]}]}, 1)
    assert code == 1
    assert "flask 3.1.3: PYSEC-0000-1, fixed in 3.1.4" in said


@pytest.mark.parametrize(
    ("printed", "code"),
    [({"dependencies": [FINE, UNKNOWN]}, 0), ({"dependencies": []}, 0), ({}, 1), (None, 1)],
)
def test_an_audit_that_asked_nobody_never_passes(tmp_path: Path, printed: Any, code: int) -> None:
    found, said = audited(tmp_path, printed, code)
    assert found == 3
    assert "NOT AUDITED" in said
