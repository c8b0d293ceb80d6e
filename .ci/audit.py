"""Ask whether a locked package has a known hole: 0 none has, 1 some have, 3 nobody could be asked.

`pip-audit` ends well, too, where the source that it asks knows none of the packages; here that is
no answer.
"""

import json
import subprocess
import sys
from typing import Any

SOURCES = ("osv", "pypi")
CLEAN, HOLES, NOBODY = 0, 1, 3


def report(lock: str, source: str) -> list[Any] | None:
    """Return what a source says of each package; None if it does not answer for all of them."""
    command = ["pip-audit", "--vulnerability-service", source, "--format", "json"]
    command += ["--requirement", lock, "--require-hashes", "--disable-pip", "--timeout", "15"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        found = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return None
    return found if found and not any("skip_reason" in one for one in found) else None


def main(lock: str) -> int:
    """Ask one source after the other until one answers."""
    for source in SOURCES:
        found = report(lock, source)
        if found is None:
            print(f"{source} does not answer for all packages of {lock}")
            continue
        holes = [(one, hole) for one in found for hole in one["vulns"]]
        for one, hole in holes:
            fixed = ", ".join(hole["fix_versions"]) or "no version"
            print(f"{one['name']} {one['version']}: {hole['id']}, fixed in {fixed}")
        print(f"{len(found)} packages audited with {source}: {len(holes)} known holes")
        return HOLES if holes else CLEAN
    print(f"NOT AUDITED: no source of advisories answers from here; {lock} may have known holes")
    return NOBODY


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
