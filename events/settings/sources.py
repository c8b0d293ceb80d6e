"""Where settings are found: variables FAIRDEAL_... first, then one file, then their defaults."""

import os
import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

PREFIX = "FAIRDEAL_"
FILE = "fairdeal.toml"
NAMES_FILE = "FAIRDEAL_CONFIG"
OURS = re.compile(r"FAIRDEAL_(?!TEST_|NO_SKIPS$|AUDIT$)\w+")  # not those of the tests and of CI


class FoundSetting(NamedTuple):
    """What is set, as text, and where: a variable, or a line of a file."""

    text: str
    place: str


def environment_variable(name: str) -> str:
    """Return the variable of a setting."""
    return PREFIX + name.upper()


def find_setting(name: str) -> FoundSetting | None:
    """Return what a setting is set to; None where nothing is, or an empty text."""
    own = environment_variable(name)
    if text := os.environ.get(own):
        return FoundSetting(text, own)
    return file_settings().get(name)


def file_settings() -> dict[str, FoundSetting]:
    """Return what the file sets; nothing where there is none."""
    path = _settings_file()
    if path is None:
        return {}
    return read_settings_file(path, path.stat().st_mtime_ns)


def _settings_file() -> Path | None:
    """Return the file that FAIRDEAL_CONFIG names, or the current folder's; None without one."""
    if named := os.environ.get(NAMES_FILE):
        if not Path(named).is_file():
            raise SystemExit(f"{NAMES_FILE}: there is no file {named}")
        return Path(named)
    return Path(FILE) if Path(FILE).is_file() else None


@lru_cache(maxsize=4)
def read_settings_file(path: Path, stamp: int) -> dict[str, FoundSetting]:
    """Return what a file sets, or exit saying which line is wrong; `stamp`: when it was changed."""
    text = path.read_text()
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SystemExit(f"{path} is no TOML: {error}") from None
    lines = {name: f"{path}, line {_key_line_number(name, text)}" for name in values}
    return {
        name: FoundSetting(_file_value_text(value, f"{lines[name]}: {name}"), lines[name])
        for name, value in values.items()
    }


def _key_line_number(name: str, text: str) -> int:
    """Return the line at which a key of a file stands."""
    key = re.compile(rf"""\s*\[?\s*["']?{re.escape(name)}["']?\s*[\].=]""")
    lines = enumerate(text.splitlines(), 1)
    return next((number for number, line in lines if key.match(line)), 1)


def _file_value_text(value: Any, place: str) -> str:
    """Return a value of a file as a variable would say it; several of a list with commas."""
    match value:
        case str():
            return value
        case bool():
            return "on" if value else "off"
        case int():
            return str(value)
        case list() if all(isinstance(one, str) for one in value):
            return ", ".join(value)
    raise SystemExit(f"{place} must be a text, a whole number, true, false or a list of texts")
