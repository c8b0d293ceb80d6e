"""Copy what the web client uses of npm packages into `service/web/vendor`, with the licences.

    npm ci --prefix tests/web && python -m tests.web.vendor

Versions are pinned in `package.json` beside this, archives by the hashes of its lock file, and what
is served by those below; tests compare all of them.
"""

import hashlib
from pathlib import Path
from typing import Final, NamedTuple

from events.terminal import say

HERE = Path(__file__).parent
PACKAGES = HERE / "node_modules"
VENDOR = HERE.parents[1] / "service" / "web" / "vendor"
NAMED = b'from"preact"'  # a browser finds modules by path; a map of names would be an inline script
BY_PATH = b'from"./preact.mjs"'


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
    "LICENSE.preact": Copied(
        "preact/LICENSE", "1fe6958409c8c257a70c587a18b6f7f412b179b456630790d30b2ec9a8e4b7d4"
    ),
    "LICENSE.htm": Copied(
        "htm/LICENSE", "991e82b20ea949fbc98923edc2e4253fe177181bc50ff5383a325e58924ba7c2"
    ),
}


def copy_of(source: str) -> bytes:
    """Return a file of a package as browsers get it; its map of sources is left out."""
    text = (PACKAGES / source).read_bytes().replace(NAMED, BY_PATH)
    return text.partition(b"\n//# sourceMappingURL=")[0].rstrip(b"\n") + b"\n"


def digest(data: bytes) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(data).hexdigest()


def main() -> None:
    """Copy all, and say their hashes."""
    for name, copied in COPIES.items():
        data = copy_of(copied.source)
        (VENDOR / name).write_bytes(data)
        say(f"{name} {digest(data)}{'' if digest(data) == copied.sha256 else ' (new)'}")


if __name__ == "__main__":
    main()
