"""Builds the documentation as a site: ``python .ci/site.py FOLDER``.

The pages are those of docs/, README.md, and the rules of the games, which lie beside their code.
Zensical makes the site: pages, menu and search in a second, without a network, a font or a script
of others. A link that leads nowhere ends the build.
"""

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"(?<!!)\[([^\]\n]+)\]\(([^)\s]+)\)")
KINDS = {".md", ".svg", ".webp", ".png"}  # what a page shows or leads to
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
CODE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)  # where nothing is a link


def pages_of(root: Path) -> dict[Path, Path]:
    """Return the files of the site: where each lies in the repository, and where in the site."""
    own = [path for path in sorted((root / "docs").rglob("*")) if path.suffix in KINDS]
    found = {path: path.relative_to(root / "docs") for path in own}
    for path in sorted((root / "games").glob("*/RULES.md")):
        found[path] = Path("rules") / f"{path.parent.name}.md"
    for name in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"):
        found[root / name] = Path(name.lower())
    return found


def turned(text: str, page: Path, pages: dict[Path, Path]) -> str:
    """Return a page whose links lead to other pages where those are in the site.

    What is not there, such as a program, is named by its path in the repository.
    """

    def link(match: re.Match[str]) -> str:
        words, target = match.groups()
        path, mark, anchor = target.partition("#")
        if ":" in target or not path:  # to another place, within the page, or no link
            return match[0]
        there = (page.parent / path).resolve()
        if there in pages:
            ways = [".."] * (len(pages[page].parts) - 1)
            return f"[{words}]({'/'.join([*ways, pages[there].as_posix()])}{mark}{anchor})"
        known = there.is_relative_to(ROOT) and there.exists()
        if not known:
            raise SystemExit(f"{page.relative_to(ROOT)} leads to {target}, which is not there.")
        name = there.relative_to(ROOT).as_posix()
        return words if name in words else f"{words} (`{name}`)"

    parts, at = [], 0
    for block in CODE.finditer(text):
        parts += [LINK.sub(link, text[at : block.start()]), block[0]]
        at = block.end()
    return "".join([*parts, LINK.sub(link, text[at:])])


def copy_pages(root: Path, folder: Path) -> None:
    """Copy all pages into a folder, as they are in the site."""
    pages = pages_of(root)
    for path, name in pages.items():
        there = folder / name
        there.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            there.write_text(turned(path.read_text(), path, pages))
        else:
            shutil.copyfile(path, there)


def scripts_in(folder: Path) -> list[str]:
    """Return the scripts that stand within pages, as a Content-Security-Policy names them."""
    texts = [page.read_text() for page in folder.rglob("*.html")]
    return sorted({source(one[1]) for text in texts for one in SCRIPT.finditer(text)})


def source(text: str) -> str:
    """Return how a Content-Security-Policy names a text."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def build_site(root: Path, folder: Path) -> None:
    """Build the site into a folder.

    Raises:
        CalledProcessError: it can't be built: a link may lead nowhere.
    """
    with tempfile.TemporaryDirectory(prefix="fairdeal-site-") as work:
        copy_pages(root, Path(work) / "docs")
        shutil.copyfile(root / "docs" / "zensical.toml", Path(work) / "zensical.toml")
        command = [sys.executable, "-m", "zensical", "build", "--strict"]
        subprocess.run(command, cwd=work, check=True)
        for name in (
            "404.html",
            "sitemap.xml",
        ):  # the server has its own; nobody's address is known
            (Path(work) / "site" / name).unlink()
        shutil.copytree(Path(work) / "site", folder, dirs_exist_ok=True)
    (folder / "scripts.json").write_text(json.dumps(scripts_in(folder)))


if __name__ == "__main__":
    build_site(ROOT, Path(sys.argv[1]))
