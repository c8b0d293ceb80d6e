"""`fairdeal arena`: bots play duplicate deals, without HTTP and Redis."""

import click
from rich import box
from rich.progress import track
from rich.table import Table as Grid
from rich.text import Text

from bots.arena import Match, Row, rows
from bots.deals import Dealer
from bots.entrants import BadEntrant, entrant
from bots.figures import Mean
from games import NEWEST
from games.core.contract import AnyGame
from games.core.options import BadOptions, listed
from service.commands.demo import read_options
from service.commands.screen import Screen


@click.command("arena")
@click.option("--game", "name", type=click.Choice(sorted(NEWEST)), required=True, help="Game.")
@click.option("--seats", type=click.IntRange(2, 12), default=None, help="Seats at each table.")
@click.option(
    "--bots", required=True, help="Who plays, as many as seats: expert@100,regular,regular,plain."
)
@click.option("--deals", type=click.IntRange(1), default=100, show_default=True, help="How many.")
@click.option("--seed", default="1", show_default=True, help="Any text: the same, the same deals.")
@click.option("--whole", is_flag=True, help="Play whole tables, not single hands.")
@click.option("--options", default="", help="Options of the tables: name=value,name=value.")
def arena(
    *, name: str, seats: int | None, bots: str, deals: int, seed: str, whole: bool, options: str
) -> None:
    """Let bots play duplicate deals and print what each gains.

    Every deal is played with the same cards in every order of the bots round the table. A gain is
    the score less the mean of the table's scores.
    """
    game, lineup = NEWEST[name], tuple(one.strip() for one in bots.split(","))
    count = len(lineup) if seats is None else seats
    match = Match(Dealer(game, count, read_options(options), whole, seed), lineup)
    require(game, match)
    console = Screen(highlight=False)
    played = [match.played(k) for k in track(range(deals), console=Screen(stderr=True))]
    found = rows(match.names, played)
    console.print(grid(found))
    for row in found:
        if row.first is not None:
            console.print(Text(f"{row.name} played {row.fallbacks} fallbacks; {row.first}", "red"))


def require(game: AnyGame, match: Match) -> None:
    """End with a sentence where this can't be played."""
    seats = match.dealer.seats
    if seats not in game.seats:
        why = f"{game.title} is for {game.seats[0]} to {game.seats[-1]} seats, not {seats}"
        raise click.ClickException(why)
    if len(match.lineup) != seats:
        why = f"--bots names {len(match.lineup)} bots for {seats} seats; name one a seat"
        raise click.ClickException(why)
    try:
        match.dealer.options()
        for name in match.names:
            entrant(game, name)
    except BadEntrant as bad:
        raise click.ClickException(f"--bots: {bad}") from None
    except BadOptions as bad:
        known = ", ".join(row["name"] for row in listed(game.options))
        raise click.ClickException(f"{game.title}: {bad}. Its options: {known}") from None


def grid(found: list[Row]) -> Grid:
    """Return the table of results."""
    table = Grid(box=box.SIMPLE)
    for name in ("bot", "gain a deal", "place", "wins", "ms/move", "playouts"):
        table.add_column(name, justify="left" if name == "bot" else "right", no_wrap=True)
    for row in found:
        moves = row.moves or 1
        table.add_row(
            row.name,
            told(row.gain, "+.3f"),
            told(row.place, ".2f"),
            told(row.wins, ".1%"),
            f"{1000 * row.seconds / moves:.2f}",
            f"{row.playouts / moves:.0f}",
        )
    return table


def told(value: Mean, form: str) -> str:
    """Return a mean with its interval."""
    return f"{value.value:{form}} ± {value.error:{form.replace('+', '')}}"
