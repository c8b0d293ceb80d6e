"""Copy what the web client and the client library use of npm packages, with the licences.

    npm ci --prefix tests/web && python -m tests.web.vendor

Versions are pinned in `package.json` beside this, archives by the hashes of its lock file, and what
is served by those below; tests compare all of them.
"""

import hashlib
import re
from pathlib import Path
from typing import Final, NamedTuple

from events.terminal import say_lines
from tests.folders import ROOT

HERE = Path(__file__).parent
PACKAGES = HERE / "node_modules"
VENDOR = ROOT / "service" / "web" / "vendor"
LIBRARY = ROOT / "clients" / "typescript"
FOLDERS = VENDOR, LIBRARY / "noble"
NAMED = b'from"preact"'  # a browser finds modules by path; a map of names would be an inline script
BY_PATH = b'from"./preact.mjs"'
COMMENTS = re.compile(rb"^[ \t]*(/\*\*(?!/).*?\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)


class Copied(NamedTuple):
    """A file of a package, and the SHA-256 of its copy."""

    source: str
    sha256: str


COPIES: Final = {
    "preact.mjs": Copied(
        "preact/dist/preact.mjs", "225d7a773766e6fb2cfcc45274fe41d2059f5782f3f2c4569aa5132a2d3a2902"
    ),
    "hooks.mjs": Copied(
        "preact/hooks/dist/hooks.mjs",
        "13518e8899847145604866b14612f994ed70d894a423b64694b6e764d7b956c9",
    ),
    "htm.mjs": Copied(
        "htm/dist/htm.mjs", "ab33dd3f38059b9be4d5f5350128eefb2356639c4e0bbe9d9e8b3ba75847e9e4"
    ),
    "qr.mjs": Copied(
        "qr/index.js", "14113dd138bed2b1d943f5c97d2f61cdb44d79ec8ebc311fa8ef82bb8b04bdae"
    ),
    "marked.mjs": Copied(
        "marked/lib/marked.esm.js",
        "745d354d47d1ad2f02d6898ba96fe9212ed2877e57562dc79618fa7362d88558",
    ),
    "LICENSE.marked": Copied(
        "marked/LICENSE", "8e3a3f82f59a60958f56ca08f445647c32a4733dc7ca6c2c46f6eb898471ab9c"
    ),
    "noble/ed25519.js": Copied(
        "@noble/ed25519/index.js",
        "93999d2a6eb5f32be406427945be5ee3bd386ac099f4b63f769807c154794660",
    ),
    "noble/hmac.js": Copied(
        "@noble/hashes/hmac.js", "c632706fa1d441af78f55debb290b6d8567058fa628babc9c87758de97589416"
    ),
    "noble/sha2.js": Copied(
        "@noble/hashes/sha2.js", "440af7226d32dd56f20756abd93a8f1398008524ca90c4f308626d0234a934d9"
    ),
    "noble/_md.js": Copied(
        "@noble/hashes/_md.js", "8a0705a82721c2f67beffaca5ca95fa76fd914803ccd40db735a23242a137e02"
    ),
    "noble/_u64.js": Copied(
        "@noble/hashes/_u64.js", "0c7cfcccaf54b6afab2b742ff37d1910c958e59a06f3ecc14916bcff8aedd123"
    ),
    "noble/utils.js": Copied(
        "@noble/hashes/utils.js", "e149e2f61ba8840dbfe0e0e6987363b8803bb4de84fe2464044f7f90527ccddf"
    ),
    "noble/LICENSE.noble-ed25519": Copied(
        "@noble/ed25519/LICENSE", "80e49272a4c81b0ded274b540d2b8089bd5f4d7d4fe1f2df309d463d7067c9c4"
    ),
    "noble/LICENSE.noble-hashes": Copied(
        "@noble/hashes/LICENSE", "3239e134eb6e6d64538ca76498c7fcb08a395249dd9d4af9927bf6d0169ee429"
    ),
    "LICENSE.qr": Copied(
        "qr/LICENSE-MIT", "a28ed32fefc835792e60abb49765b76491b0ce3acdbd94b37db1daced79b4319"
    ),
    "LICENSE.preact": Copied(
        "preact/LICENSE", "1fe6958409c8c257a70c587a18b6f7f412b179b456630790d30b2ec9a8e4b7d4"
    ),
    "LICENSE.htm": Copied(
        "htm/LICENSE", "991e82b20ea949fbc98923edc2e4253fe177181bc50ff5383a325e58924ba7c2"
    ),
}


def place_of(name: str) -> Path:
    """Return where a copy lies: what the verifier needs, in the client library."""
    return (LIBRARY if name.startswith("noble/") else VENDOR) / name


def copy_of(source: str) -> bytes:
    """Return a file of a package as browsers get it.

    Its map of sources is left out, and comments that stand on lines of their own, which are half
    of what some packages weigh; a licence's (`/*!`) stays.
    """
    text = COMMENTS.sub(b"", (PACKAGES / source).read_bytes()).replace(NAMED, BY_PATH)
    return text.partition(b"\n//# sourceMappingURL=")[0].rstrip(b"\n") + b"\n"


def digest(data: bytes) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(data).hexdigest()


def main() -> None:
    """Copy all, and say their hashes."""
    for name, copied in COPIES.items():
        data = copy_of(copied.source)
        place_of(name).write_bytes(data)
        say_lines(f"{name} {digest(data)}{'' if digest(data) == copied.sha256 else ' (new)'}")


if __name__ == "__main__":
    main()
