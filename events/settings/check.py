"""What is wrong with the settings, all of it at once: names that nobody reads, and wrong values."""

import os
from collections.abc import Iterator
from difflib import get_close_matches

from events.settings.sources import OURS, PREFIX, environment_variable, file_settings
from events.settings.table import CONFIG, SETTINGS


def require_valid_settings() -> None:
    """Exit with a sentence for each setting that is unknown or wrong."""
    if wrong := [*_unknown_variables(), *_unknown_keys(), *_wrong_values()]:
        raise SystemExit("\n".join(wrong))


def _unknown_variables() -> Iterator[str]:
    """Yield a sentence for each variable that looks like a setting and is none."""
    for name in sorted(os.environ):
        if OURS.fullmatch(name) and not _is_setting_name(own := name.removeprefix(PREFIX).lower()):
            close = [environment_variable(one) for one in _similar_setting_names(own)]
            yield f"{name}: there is no such setting{_spelling_hint(close)}"


def _unknown_keys() -> Iterator[str]:
    """Yield a sentence for each key of the file that is no setting."""
    for name, value in file_settings().items():
        if not _is_setting_name(name) or name == CONFIG.name:
            hint = _spelling_hint(_similar_setting_names(name))
            yield f"{value.place}: there is no setting `{name}`{hint}"


def _is_setting_name(name: str) -> bool:
    """Say whether a setting has this name."""
    return any(one.name == name for one in SETTINGS)


def _similar_setting_names(name: str) -> list[str]:
    """Return the setting that may have been meant, if there is one."""
    return get_close_matches(name, [one.name for one in SETTINGS if one.name != name], 1)


def _wrong_values() -> Iterator[str]:
    """Yield a sentence for each value that is not of its setting's form."""
    for setting in SETTINGS:
        try:
            setting.value()
        except SystemExit as wrong:
            yield str(wrong)


def _spelling_hint(close: list[str]) -> str:
    """Return what may have been meant, or where all names are."""
    return f"; `{close[0]}` is one" if close else "; `fairdeal config` prints all"
