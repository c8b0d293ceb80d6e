"""What a wheel holds beside the sources: openapi.yaml as JSON, compiled rules, a bundled client.

A server sends the JSON as it is; to read the YAML takes a third of a second.

``FAIRDEAL_COMPILE=1 pip wheel --no-deps .`` compiles the rules: mypyc makes C of modules of
`games`, and of those of `events` that read and check what is in a log, so there is one source of
the rules and what they decide is the same. It needs a C compiler and two minutes of a core; without
the variable, and in an editable install, all is plain Python. `fairdeal --version` says which of
both is installed.

``FAIRDEAL_RELEASE=1 pip wheel --no-deps .`` bundles the web client with esbuild, which loads faster
over slow networks, and builds the documentation as a site, which is served at /docs/. It needs Node
20 with npm, and fetches what tests/web/package-lock.json pins; without the variable the wheel has
the plain modules alone, and they are served.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLAIN = {  # modules of single games that stay as they are: nothing that a bot plays through
    "__init__",
    "bots",
    "notes",
    "options",  # built on classes of games/core that stay as they are
    "refusals",
    "scene",
    "view",  # its records are read by their annotations
    "wording",
}
CHOSEN = {  # of these folders what every action, event or check of one goes through, but for
    # `contract`, from which games of others inherit, and commands of a table, which tell by name
    # what is wrong with a field of another kind, where mypyc raises TypeError
    "games/core": ("search",),
    "games/core/cards": ("decktet",),
    "games/core/fairness": ("chance", "shuffle", "signature"),
    "games/core/presentation": ("scene",),
    "games/core/type_hints": ("values",),
    "games/table": (
        "bots",
        "checks",
        "events",
        "evolve",
        "following",
        "invitations",
        "initial",
        "planned",
        "rules",
        "rulings",
        "signing",
        "state",
    ),
    "events/record": ("chain", "codec", "logfile"),
    "events/verify": ("groups", "log"),
    "events/verify/tables": ("commands", "differences", "form", "judge", "signers"),
}
SEEN = ("games", "events", "bots", "tournaments")  # where mypy looks for types
SETUP = """
from mypyc.build import mypycify
from setuptools import setup

modules = mypycify(
    ["--no-site-packages", "--ignore-missing-imports", *{modules!r}],  # alike wherever it is
    group_name="fairdeal",
    multi_file=True,
    opt_level="2",
    debug_level="0",
    target_dir="c",
)
setup(name="fairdeal", packages=[], ext_modules=modules)
"""


class WheelParts(BuildHookInterface):  # type: ignore[type-arg]  # its settings are of no class
    """Puts the description and the compiled modules where the server and Python look for them."""

    def dependencies(self) -> list[str]:
        """Return what the build needs."""
        compiler = ["mypy==2.4.1", "setuptools>=77"] if is_compiled() else []
        site = ["zensical==0.0.73"] if is_release() else []
        return ["orjson>=3.10", "pyyaml>=6.0", *compiler, *site]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what the wheel takes in; an editable install is the checkout as it stands."""
        if version == "editable":
            return
        self.folder = tempfile.TemporaryDirectory(prefix="fairdeal-wheel-")
        description = Path(self.folder.name) / "openapi.json"
        description.write_bytes(description_as_json(Path(self.root)))
        build_data["force_include"][str(description)] = "service/openapi.json"
        if is_compiled():
            self.compile_modules(Path(self.folder.name) / "compiled", build_data)
        if is_release():
            bundle = Path(self.folder.name) / "web_bundle"
            bundle_client(Path(self.root), bundle)
            build_data["force_include"][str(bundle)] = "service/web_bundle"
            site = Path(self.folder.name) / "docs_site"
            build = [sys.executable, str(Path(self.root) / ".ci" / "site.py"), str(site)]
            subprocess.run(build, check=True)
            build_data["force_include"][str(site)] = "service/docs_site"

    def compile_modules(self, folder: Path, build_data: dict[str, Any]) -> None:
        """Compile in a folder, and have the wheel take the results in."""
        root = Path(self.root)
        for package in SEEN:
            shutil.copytree(root / package, folder / package)
        modules = [str(path.relative_to(folder)) for path in modules_in(folder)]
        (folder / "setup.py").write_text(SETUP.format(modules=modules))
        for command in (
            [str(root / ".ci" / "dataclasses_written.py"), *modules],
            ["setup.py", "build_ext", "--build-lib", "built"],
        ):
            subprocess.run([sys.executable, *command], cwd=folder, check=True)
        built = folder / "built"
        for path in sorted(one for one in built.rglob("*") if one.is_file()):
            build_data["force_include"][str(path)] = str(path.relative_to(built))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take away what was built."""
        if version != "editable":
            self.folder.cleanup()


def bundle_client(root: Path, folder: Path) -> None:
    """Write the bundled web client into a folder."""
    if not (root / "tests" / "web" / "node_modules" / "esbuild").is_dir():
        subprocess.run(["npm", "ci", "--prefix", "tests/web"], cwd=root, check=True)
    subprocess.run(["node", str(root / ".ci" / "bundle.mjs"), str(folder)], cwd=root, check=True)


def is_release() -> bool:
    """Say whether this wheel is for a release."""
    return bool(os.environ.get("FAIRDEAL_RELEASE"))


def is_compiled() -> bool:
    """Say whether this wheel is to be compiled."""
    return bool(os.environ.get("FAIRDEAL_COMPILE"))


def description_as_json(root: Path) -> bytes:
    """Return openapi.yaml as a server sends it."""
    import orjson  # noqa: PLC0415  # not there yet when the hook says what it needs
    import yaml  # noqa: PLC0415

    fastest = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    document = yaml.load((root / "openapi.yaml").read_text(), Loader=fastest)
    found: bytes = orjson.dumps(document)
    return found


def modules_in(root: Path) -> list[Path]:
    """Return the modules that are compiled."""
    games = [
        path
        for path in sorted((root / "games").glob("*/*.py"))
        if path.stem not in PLAIN and f"games/{path.parent.name}" not in CHOSEN
    ]
    chosen = [root / folder / f"{name}.py" for folder, names in CHOSEN.items() for name in names]
    return [*games, *chosen]
