"""Copy Stoplight Elements into `service/pages/elements`, packed by gzip, with its licences.

    python -m tests.web.elements

It asks npm for the archive. The version stands in `service/pages/api_pages.py`, the SHA-256 of each
file below; a test compares them. The one script holds all packages that Elements depends on.
"""

import gzip
import hashlib
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Final

from events.terminal import say_lines
from service.pages.api_pages import ELEMENTS_VERSION, LOADED
from tests.folders import ROOT

FOLDER = ROOT / "service" / "pages" / "elements"
FILES: Final = {  # as the package has it: SHA-256
    "LICENSE": "d45c17f7ecc80e0deab3372ff352c7d00b7d573755c3c672088c21a376673698",
    "web-components.min.js": "2cb7bb60bbf2846e077e2bd8357a61785120a1ab657885d482a6bd37b034c709",
    "web-components.min.js.LICENSE.txt": (
        "58b2f880c6e49cc6eb9ef1b8752a22db028c373c3acf6f7ebeb1d6316c7c3294"
    ),
    "styles.min.css": "062127db60930e408a1598797004dfcd14742b83a059ed6b381f08d42c4b4d3c",
}


def unpacked_file(name: str) -> bytes:
    """Return a file of the copy as the package has it."""
    if name in LOADED:
        return gzip.decompress((FOLDER / f"{name}.gz").read_bytes())
    return (FOLDER / name).read_bytes()


def main() -> None:
    """Copy all, and say their hashes."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", f"@stoplight/elements@{ELEMENTS_VERSION}"]
        done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        with tarfile.open(Path(folder) / done.stdout.strip()) as archive:
            for name, known in FILES.items():
                member = archive.extractfile(f"package/{name}")
                assert member is not None
                data = member.read()
                if name in LOADED:
                    (FOLDER / f"{name}.gz").write_bytes(gzip.compress(data, 9, mtime=0))
                else:
                    (FOLDER / name).write_bytes(data)
                found = hashlib.sha256(data).hexdigest()
                say_lines(f"{name} {found}{'' if found == known else ' (new)'}")


if __name__ == "__main__":
    main()
