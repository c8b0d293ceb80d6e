"""`fairdeal quarantine`: tables at which a worker or a read model failed."""

import time

import click

from events.store.quarantine import Quarantine, QuarantinedStream
from events.store.streams import store_at
from events.terminal import say_lines
from games.core.words import count_phrase
from service.settings import from_environment


@click.command()
@click.argument("tables", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Retry everything in quarantine.")
def quarantine(tables: tuple[str, ...], everything: bool) -> None:
    """List or retry tables that are in quarantine.

    Without TABLES it lists them with the reason. A table is quarantined if its rules or its log
    make a worker or a read model fail. The server also retries it by itself, at growing intervals,
    and whenever a follower starts.
    """
    streams = Quarantine(store_at(from_environment().redis_url))
    known = streams.all()
    if missing := set(tables) - {found.stream for found in known}:
        raise click.ClickException(f"Not in quarantine: {', '.join(sorted(missing))}")
    if not (tables or everything):
        say_lines(*map(_quarantine_line, known) if known else ("Nothing is in quarantine.",))
        return
    wanted = [found for found in known if everything or found.stream in tables]
    for found in wanted:
        streams.retry(found)
    count = len({found.stream for found in wanted})
    say_lines(
        f"{count_phrase(count, 'table')} will be tried again within seconds; see what is left then"
    )


def _quarantine_line(found: QuarantinedStream) -> str:
    """Return a line about what is set aside."""
    since = time.strftime("%Y-%m-%d %H:%M:%SZ", time.gmtime(found.since / 1000))
    tries = count_phrase(found.tries, "try", "tries")
    return f"{found.stream}  {found.where}  since {since}, {tries}: {found.why}"
