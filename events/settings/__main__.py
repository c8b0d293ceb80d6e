"""Write the table of all settings: `python -m events.settings docs/reference/settings.md`."""

import sys
from pathlib import Path

from events.settings.setting import Setting
from events.settings.table import SETTINGS

BEGIN, END = "<!-- settings: python -m events.settings -->\n", "<!-- end of settings -->"


def _setting_row(setting: Setting[object]) -> str:
    """Return the row of a setting."""
    default = f", `{setting.default}`" if setting.default else ""
    return f"| `{setting.variable}` | {setting.form.words}{default} | {setting.meaning} |\n"


def _settings_table() -> str:
    """Return the table."""
    head = "| variable | takes, and unless set is | means |\n|---|---|---|\n"
    return head + "".join(map(_setting_row, SETTINGS))


def insert_settings_table(page: str) -> str:
    """Return a page with the table between its marks."""
    before, begin, rest = page.partition(BEGIN)
    return before + begin + _settings_table() + END + rest.partition(END)[2]


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(insert_settings_table(path.read_text()))
