"""`fairdeal config`: every setting, and where it comes from."""

import click

from events.settings.check import require_valid_settings
from events.settings.table import LIMITS, SETTINGS
from events.terminal import say_json, say_lines
from service.limits.quotas import read_limits
from service.settings import check_settings


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one object, by name.")
def config(as_json: bool) -> None:
    """Print every setting and its source.

    Passwords are left out. The exit code is 1 if a setting is wrong.
    """
    require_valid_settings()
    if as_json:
        say_json({one.name: {"value": one.masked_text(), "from": one.place} for one in SETTINGS})
    else:
        width = max(len(one.name) for one in SETTINGS)
        say_lines(
            *(f"{one.name:{width}}  {one.masked_text() or '-'}  ({one.place})" for one in SETTINGS)
        )
    check_settings()
    read_limits(LIMITS.text)
