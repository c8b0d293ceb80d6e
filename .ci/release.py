#!/usr/bin/env python3
"""Makes a release: ``.ci/release.py 0.1.0`` sets the version, tags it and builds all its files.

All happens in a clone: where a step fails, this folder is as it was. The files come into
dist/VERSION: wheels with plain and with compiled rules, the source, both client packages, the
documentation as a site, a list of what the server is made of, and checksums. They are installed
into empty folders and played with before anything is tagged. ``--try`` tags nothing, so that every
night can do it. It needs Node 20 with npm, and a C compiler.
"""

import argparse
import hashlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
FORM = re.compile(r"\d+\.\d+\.\d+(rc\d+)?")
VERSIONED = {  # where the version stands: before it, behind it
    "pyproject.toml": ('\nversion = "', '"\n'),
    "clients/python/pyproject.toml": ('\nversion = "', '"\n'),
    "clients/typescript/package.json": ('\n  "version": "', '",\n'),
}
UNRELEASED = "\n## Unreleased\n"
TOOLS = ("hatchling>=1.26", "cyclonedx-bom", "zensical==0.0.73")
PLAY = """
import sys
from fairdeal_client import Bot, Client, offered_actions

class First(Bot):
    def choose(self, view):
        return offered_actions(view)[0]

with Client(sys.argv[1], verify=True) as client:
    client.register()
    table = client.open_table("boon", seats=3, brief=True)
    table.sit()
    table.start(bots="regular")
    print(table.play(First())["outcome"]["text"], table.verdict, sep="\\n")
"""
PLAY_IN_NODE = """
import { Client } from "fairdeal-client";

const client = new Client(process.argv[2]);
await client.register("Node");
const table = await client.openTable({ game: "boosh", seats: 2, options: { max_hands: 1 } });
await table.sit();
await table.addBot("regular");
await table.start();
const offered = ({ actions, picks }) => [...actions, ...picks.map((pick) => pick.example)];
const bot = { choose: ({ choices }) => offered(choices)[0] };
const { view } = await client.play(bot, { table: table.id });
console.log(`scores ${view.outcome.scores}`);
"""


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    """Run a command to its end; return what it printed."""
    words = [str(one) for one in command]
    print("+", *words, flush=True)
    done = subprocess.run(
        words,
        cwd=cwd,
        env={**os.environ, **variables},
        check=False,
        stdout=subprocess.PIPE,
        text=True,
    )
    print(done.stdout, end="", flush=True)
    if done.returncode:
        raise SystemExit(f"{words[0]} failed with {done.returncode}. Nothing was tagged.")
    return done.stdout


def require_releasable(version: str, is_try: bool) -> None:
    """End with a sentence where this can't become a release."""
    if not FORM.fullmatch(version):
        raise SystemExit(
            f"{version} is no version. Write it as 0.1.0, or 0.1.0rc1 for a candidate."
        )
    if is_try:
        return
    if git("status", "--porcelain"):
        raise SystemExit(
            "Files are changed here. Commit or put away what a release should not hold."
        )
    if git("tag", "--list", f"v{version}"):
        raise SystemExit(f"v{version} is tagged already. Choose the next version.")


def git(*arguments: str) -> str:
    """Return what git says of this folder."""
    command = ["git", *arguments]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def set_version(folder: Path, version: str) -> None:
    """Write the version into all packages, and above what is new in the changelog."""
    for name, (before, behind) in VERSIONED.items():
        text = (folder / name).read_text()
        changed, count = re.subn(
            f'{re.escape(before)}[^"]*{re.escape(behind)}', f"{before}{version}{behind}", text
        )
        if count != 1:
            raise SystemExit(f"{name} should name its version once, not {count} times.")
        (folder / name).write_text(changed)
    page = folder / "CHANGELOG.md"
    text = page.read_text()
    if UNRELEASED not in text or not text.split(UNRELEASED)[1].split("\n## ")[0].strip():
        raise SystemExit('CHANGELOG.md says nothing below "## Unreleased": write what is new.')
    page.write_text(text.replace(UNRELEASED, f"\n## {version} ({datetime.now(UTC):%Y-%m-%d})\n", 1))


def build(folder: Path, version: str, dist: Path, work: Path) -> None:
    """Build all files of a release from a clone into a folder."""
    dist.mkdir()
    run(sys.executable, "-m", "venv", work / "tools", cwd=folder)
    pip, python = work / "tools/bin/pip", work / "tools/bin/python"
    run(pip, "install", "-q", *TOOLS, cwd=folder)
    wheel = (pip, "wheel", "-q", "--no-deps", "-w", dist)
    run(*wheel, ".", cwd=folder, FAIRDEAL_RELEASE="1")
    run(*wheel, ".", cwd=folder, FAIRDEAL_RELEASE="1", FAIRDEAL_COMPILE="1")
    run(*wheel, "./clients/python", cwd=folder)
    for source in (folder, folder / "clients/python"):
        run(python, "-m", "hatchling", "build", "-t", "sdist", "-d", dist, cwd=source)
    npm = ("npm", "--silent", "--no-audit", "--no-fund")
    run(*npm, "ci", "--prefix", "tests/clients", cwd=folder)
    run(*npm, "pack", "--pack-destination", dist, cwd=folder / "clients/typescript")
    run(python, ".ci/site.py", work / "site", cwd=folder)
    with tarfile.open(dist / f"fairdeal-docs-{version}.tar.gz", "w:gz") as archive:
        archive.add(work / "site", f"fairdeal-docs-{version}")
    parts = ("requirements", "--pyproject", "pyproject.toml", "--output-reproducible")
    sbom = dist / f"fairdeal-{version}.cdx.json"
    run(work / "tools/bin/cyclonedx-py", *parts, "-o", sbom, "requirements.lock", cwd=folder)
    shutil.copy(folder / "requirements.lock", dist)
    sums = [f"{hashlib.sha256(one.read_bytes()).hexdigest()}  {one.name}\n" for one in files(dist)]
    (dist / "SHA256SUMS").write_text("".join(sums))


def files(folder: Path, pattern: str = "*") -> list[Path]:
    """Return the files of a folder, by name."""
    return sorted(folder.glob(pattern))


def install_and_play(dist: Path, version: str, work: Path, pattern: str) -> None:
    """Install a wheel of the server from built files alone, and play with both client packages."""
    place = work / f"installed-{pattern.strip('*')}"
    place.mkdir()
    run(sys.executable, "-m", "venv", place / "venv", cwd=place)
    pip = (place / "venv/bin/pip", "install", "-q")
    run(*pip, "--require-hashes", "-r", dist / "requirements.lock", cwd=place)
    (wheel,) = files(dist, f"fairdeal-{version}-{pattern}.whl")
    (client,) = files(dist, "fairdeal_client-*.whl")
    run(*pip, "--no-deps", wheel, cwd=place)
    run(*pip, client, cwd=place)
    fairdeal = place / "venv/bin/fairdeal"
    said = run(fairdeal, "--version", cwd=place)
    if version not in said or ("rules compiled" in said) != (pattern != "*any"):
        raise SystemExit(f"{wheel.name} says it is {said!r}.")
    run(fairdeal, "demo", cwd=place)
    (place / "play.py").write_text(PLAY)
    (place / "play.mjs").write_text(PLAY_IN_NODE)
    (package,) = files(dist, "fairdeal-client-*.tgz")
    run("npm", "install", "--silent", "--no-audit", "--no-fund", package, cwd=place)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    url = f"http://127.0.0.1:{port}"
    serve = (fairdeal, "serve", "--port", port, "--data", place / "data")
    with subprocess.Popen([*serve, "--with-parent", str(os.getpid())], cwd=place) as server:
        try:
            wait_until_ready(url, server)
            run(place / "venv/bin/python", "play.py", url, cwd=place)
            run("node", "play.mjs", url, cwd=place)
            run("curl", "-sSfo", "docs.html", f"{url}/docs/", cwd=place)
            if "Start here" not in (place / "docs.html").read_text():
                raise SystemExit(f"{wheel.name} serves no documentation at /docs/.")
        finally:
            server.terminate()


def wait_until_ready(url: str, server: "subprocess.Popen[bytes]") -> None:
    """Wait until a server answers."""
    while server.poll() is None:
        try:
            urllib.request.urlopen(f"{url}/readyz").close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise SystemExit(f"The server ended with {server.returncode} before it was ready.")


def main() -> None:
    """Make a release, or try to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("version", help="such as 0.1.0")
    parser.add_argument(
        "--try", action="store_true", dest="is_try", help="build and check; tag nothing"
    )
    options = parser.parse_args()
    version: str = options.version
    require_releasable(version, options.is_try)
    there = ROOT / "dist" / version
    with tempfile.TemporaryDirectory(prefix="fairdeal-release-") as name:
        work = Path(name)
        clone, dist = work / "clone", work / "dist"
        run("git", "clone", "-q", ROOT, clone, cwd=ROOT)
        set_version(clone, version)
        run("git", "commit", "-qam", f"Release {version}", cwd=clone)
        build(clone, version, dist, work)
        install_and_play(dist, version, work, "*any")
        install_and_play(dist, version, work, "*linux*")
        shutil.rmtree(there, ignore_errors=True)
        shutil.copytree(dist, there)
        if not options.is_try:
            run("git", "pull", "-q", "--ff-only", clone, "HEAD", cwd=ROOT)
            run("git", "tag", "-a", f"v{version}", "-m", f"Release {version}", cwd=ROOT)
    print(
        f"\ndist/{version} holds the release:", *(f"  {one.name}" for one in files(there)), sep="\n"
    )
    if not options.is_try:
        print(f"v{version} is tagged here. Push the branch and the tag, and publish the files.")


if __name__ == "__main__":
    main()
