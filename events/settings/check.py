"""What is wrong with the settings, all of it at once: names that nobody reads, and wrong values."""

import os
from collections.abc import Iterator
from difflib import get_close_matches

from events.settings.sources import OURS, PREFIX, variable, written
from events.settings.table import CONFIG, SETTINGS


def check() -> None:
    """Exit with a sentence for each setting that is unknown or wrong."""
    if wrong := [*_unknown_variables(), *_unknown_keys(), *_wrong_values()]:
        raise SystemExit("\n".join(wrong))


def _unknown_variables() -> Iterator[str]:
    """Yield a sentence for each variable that looks like a setting and is none."""
    for name in sorted(os.environ):
        if OURS.fullmatch(name) and not _is_known(own := name.removeprefix(PREFIX).lower()):
            close = [variable(one) for one in _similar(own)]
            yield f"{name}: there is no such setting{_hint(close)}"


def _unknown_keys() -> Iterator[str]:
    """Yield a sentence for each key of the file that is no setting."""
    for name, value in written().items():
        if not _is_known(name) or name == CONFIG.name:
            yield f"{value.place}: there is no setting `{name}`{_hint(_similar(name))}"


def _is_known(name: str) -> bool:
    """Say whether a setting has this name."""
    return any(one.name == name for one in SETTINGS)


def _similar(name: str) -> list[str]:
    """Return the setting that may have been meant, if there is one."""
    return get_close_matches(name, [one.name for one in SETTINGS if one.name != name], 1)


def _wrong_values() -> Iterator[str]:
    """Yield a sentence for each value that is not of its setting's form."""
    for setting in SETTINGS:
        try:
            setting.value()
        except SystemExit as wrong:
            yield str(wrong)


def _hint(close: list[str]) -> str:
    """Return what may have been meant, or where all names are."""
    return f"; `{close[0]}` is one" if close else "; `fairdeal config` prints all"
