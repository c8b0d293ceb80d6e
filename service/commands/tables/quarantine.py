"""`fairdeal take-up`: what was set aside, and how it is tried again."""

import time

import click

from events.store.quarantine import Quarantine, QuarantinedStream
from events.store.streams import store_at
from events.terminal import say_lines
from games.core.words import count_phrase
from service.settings import from_environment


@click.command("take-up")
@click.argument("tables", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All that is set aside.")
def take_up(tables: tuple[str, ...], everything: bool) -> None:
    """List what is set aside; have TABLES, or all, tried again at once.

    A table is set aside where its rules or its log make a worker or a read model fail. It is also
    tried again by itself, later and later, and whenever a follower starts.
    """
    aside = Quarantine(store_at(from_environment().redis_url))
    known = aside.all()
    if missing := set(tables) - {found.stream for found in known}:
        raise click.ClickException(f"Not set aside: {', '.join(sorted(missing))}")
    if not (tables or everything):
        say_lines(
            *(_quarantine_line(found) for found in known) if known else ("Nothing is set aside.",)
        )
        return
    wanted = [found for found in known if everything or found.stream in tables]
    for found in wanted:
        aside.take_up(found)
    count = len({found.stream for found in wanted})
    say_lines(
        f"{count_phrase(count, 'table')} will be tried again within seconds; see what is left then"
    )


def _quarantine_line(found: QuarantinedStream) -> str:
    """Return a line about what is set aside."""
    since = time.strftime("%Y-%m-%d %H:%M:%SZ", time.gmtime(found.since / 1000))
    tries = count_phrase(found.tries, "try", "tries")
    return f"{found.stream}  {found.where}  since {since}, {tries}: {found.why}"
