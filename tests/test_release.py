"""A release names one version everywhere, and says what is new."""

import subprocess
import sys
from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

from tests.folders import ROOT

SCRIPT = ROOT / ".ci" / "release.py"


@pytest.fixture(scope="module")
def release() -> ModuleType:
    spec = util.spec_from_file_location("release", SCRIPT)
    assert spec is not None and spec.loader is not None
    found = util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture
def folder(release: ModuleType, tmp_path: Path) -> Path:
    for name in (*release.VERSIONED, "CHANGELOG.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text())
    return tmp_path


def test_a_release_writes_its_version_into_every_package(release: ModuleType, folder: Path) -> None:
    release.set_version(folder, "7.8.9")
    for name, (before, behind) in release.VERSIONED.items():
        changed = (folder / name).read_text()
        assert f"{before}7.8.9{behind}" in changed
        assert len(changed.splitlines()) == len((ROOT / name).read_text().splitlines())
    assert "\n## 7.8.9 (20" in (folder / "CHANGELOG.md").read_text()


def test_a_release_that_says_nothing_new_is_refused(release: ModuleType, folder: Path) -> None:
    (folder / "CHANGELOG.md").write_text(
        "# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-12-01)\n\n- All\n"
    )
    with pytest.raises(SystemExit, match="says nothing"):
        release.set_version(folder, "0.2.0")


def test_what_is_no_version_is_refused_before_anything_is_done() -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, "next", "--try"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("next is no version. Write it as 0.1.0")


def test_all_packages_name_the_same_version_now(release: ModuleType) -> None:
    versions = {
        (ROOT / name).read_text().split(before)[1].split(behind)[0]
        for name, (before, behind) in release.VERSIONED.items()
    }
    assert len(versions) == 1
