"""The bundled web client, as a release has it: made once, and served by processes of a test."""

import subprocess
from pathlib import Path

import pytest

from tests.folders import ROOT
from tests.waiting import PATIENCE

ESBUILD = ROOT / "tests" / "web" / "node_modules" / "esbuild"
STARTED = """
from pathlib import Path
import service.pages.web_files
service.pages.web_files.BUNDLE = Path({folder!r})
"""

needs_esbuild = pytest.mark.skipif(
    not ESBUILD.is_dir(), reason="needs node, and its packages: npm ci --prefix tests/web"
)


def bundle_into(folder: Path) -> Path:
    """Bundle the client into a folder; return it."""
    command = ["node", str(ROOT / ".ci" / "bundle.mjs"), str(folder)]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
    return folder


def serve_bundle(folder: Path, packages: Path) -> None:
    """Have processes that find modules in `packages` serve a bundle, as an installed wheel does."""
    (packages / "sitecustomize.py").write_text(STARTED.format(folder=str(folder)))
