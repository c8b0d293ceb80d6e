"""Draw docs/pictures/*.dot as SVG with Graphviz: ``python -m tests.docs.diagrams``.

Each picture holds the hash of its source, so that a test without Graphviz finds one that is old.
Other versions and fonts place things elsewhere: what is compared are titles and texts.
"""

import re
import shutil
import subprocess
from hashlib import sha256
from html import unescape
from pathlib import Path

from tests.folders import ROOT

FOLDER = ROOT / "docs" / "pictures"
SOURCES = sorted(FOLDER.glob("*.dot"))
DOT = shutil.which("dot")
TEXT = re.compile(r"<(?:title|text)\b[^>]*>(.*?)</", re.DOTALL)


def source_mark(source: Path) -> str:
    """Return the comment by which a picture names its source."""
    return f"<!-- {source.name}, SHA-256 {sha256(source.read_bytes()).hexdigest()} -->\n"


def draw_diagram(source: Path) -> str:
    """Return the SVG of a source."""
    command = [str(DOT), "-Tsvg", str(source)]
    made = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return source_mark(source) + made[made.index("<svg") :]


def texts_of(svg: str) -> list[str]:
    """Return the titles and texts of a picture."""
    return sorted(unescape(text) for text in TEXT.findall(svg))


def main() -> None:
    """Draw all pictures anew."""
    for source in SOURCES:
        source.with_suffix(".svg").write_text(draw_diagram(source))


if __name__ == "__main__":
    main()
