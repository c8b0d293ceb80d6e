"""What directors do by a terminal: `fairdeal tournament return`, `reschedule`, `announce` ..."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from events.terminal import say_lines
from games.core.type_hints.values import BadValue
from games.core.words import count_phrase
from service.commands.client import ApiProblem, Client
from tournaments.moments import moment_in, moment_text

SERVER = click.option("--server", required=True, metavar="URL", help="Server of the tournament.")
TOKEN_FILE = click.option(
    "--token-file",
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File with the token of a director.",
)
TOURNAMENT = click.argument("tournament_id", metavar="TOURNAMENT")


@contextmanager
def _director_client(server: str, token_file: Path) -> Iterator[Client]:
    """Yield the client of a director; end with a sentence where the server refuses."""
    try:
        yield Client(server.rstrip("/"), token_file.read_text().strip())
    except ApiProblem as problem:
        raise click.ClickException(f"The server refused: {problem}") from None
    except OSError as error:
        raise click.ClickException(f"{server} does not answer: {error}") from None


@click.command("return")
@TOURNAMENT
@click.argument("entrant", type=click.IntRange(1))
@SERVER
@TOKEN_FILE
def return_command(tournament_id: str, entrant: int, server: str, token_file: Path) -> None:
    """Let ENTRANT of a TOURNAMENT, counted from 1, be paired again after a withdrawal."""
    with _director_client(server, token_file) as client:
        client.post(f"/v1/tournaments/{tournament_id}/entrants/{entrant - 1}/return", {})
    say_lines(f"Entrant {entrant} is paired again, from the next round on")


@click.command("reschedule")
@TOURNAMENT
@click.argument("when")
@SERVER
@TOKEN_FILE
def reschedule_command(tournament_id: str, when: str, server: str, token_file: Path) -> None:
    """Let a TOURNAMENT start, or its next round, at WHEN: 2026-12-05T18:00:00+01:00.

    Before the start WHEN may be "asked": then a director calls for the start.
    """
    try:
        moment = None if when == "asked" else moment_in(when)
    except BadValue as bad:
        raise click.UsageError(f"WHEN {bad.why}") from None
    with _director_client(server, token_file) as client:
        phase = client.get(f"/v1/tournaments/{tournament_id}")["phase"]
        name = "starts_at" if phase == "registration" else "next_round_at"
        client.post(f"/v1/tournaments/{tournament_id}/schedule", {name: moment})
    what = "The start" if name == "starts_at" else "The next round"
    then = "when a director asks" if moment is None else f"not before {moment_text(moment)}"
    say_lines(f"{what} comes {then}")


@click.command("sit-out")
@TOURNAMENT
@click.argument("entrant", type=click.IntRange(1))
@click.argument("rounds", type=click.IntRange(1), nargs=-1, metavar="[ROUND]...")
@SERVER
@TOKEN_FILE
def sit_out_command(
    tournament_id: str, entrant: int, rounds: tuple[int, ...], server: str, token_file: Path
) -> None:
    """Let ENTRANT of a TOURNAMENT sit out each ROUND to come, both counted from 1.

    They replace the rounds of before. Without any ROUND the entrant sits out none.
    """
    wanted = [one - 1 for one in sorted(rounds)]
    with _director_client(server, token_file) as client:
        client.post(
            f"/v1/tournaments/{tournament_id}/entrants/{entrant - 1}/byes", {"rounds": wanted}
        )
    say_lines(f"Entrant {entrant} sits out {count_phrase(len(wanted), 'round')} to come")


@click.command("announce")
@TOURNAMENT
@click.argument("text")
@SERVER
@TOKEN_FILE
def announce_command(tournament_id: str, text: str, server: str, token_file: Path) -> None:
    """Tell everybody in a TOURNAMENT the TEXT; it cannot be taken back."""
    with _director_client(server, token_file) as client:
        client.post(f"/v1/tournaments/{tournament_id}/announcements", {"text": text})
    say_lines("Announced")


@click.command("describe")
@TOURNAMENT
@click.argument("text", required=False)
@SERVER
@TOKEN_FILE
def describe_command(tournament_id: str, text: str | None, server: str, token_file: Path) -> None:
    """Let the page of a TOURNAMENT say the TEXT; without it the page says nothing more."""
    with _director_client(server, token_file) as client:
        client.post(f"/v1/tournaments/{tournament_id}/description", {"text": text})
    say_lines("The description is removed" if text is None else "The description is saved")


@click.command("forbid")
@TOURNAMENT
@click.argument("pairs", nargs=-1, metavar="[PAIR]...")
@SERVER
@TOKEN_FILE
def forbid_command(
    tournament_id: str, pairs: tuple[str, ...], server: str, token_file: Path
) -> None:
    """Keep each PAIR of entrants of a TOURNAMENT apart: 3-7, counted from 1.

    They replace the pairs of before. Without any PAIR nobody is kept apart any more.
    """
    wanted = [_numbers_of_pair(pair) for pair in pairs]
    with _director_client(server, token_file) as client:
        client.post(f"/v1/tournaments/{tournament_id}/forbidden-pairs", {"pairs": wanted})
    say_lines(f"Kept apart from the next round on: {count_phrase(len(wanted), 'pair')}")


def _numbers_of_pair(text: str) -> list[int]:
    """Return the numbers of two entrants, from 0, of a text that counts from 1."""
    found = re.fullmatch(r"([1-9][0-9]{0,5})-([1-9][0-9]{0,5})", text)
    if found is None:
        raise click.UsageError(f"{text} is not a pair of entrants, such as 3-7")
    return [int(one) - 1 for one in found.groups()]


@click.command("swap")
@TOURNAMENT
@click.argument("pair", metavar="[PAIR]", required=False)
@SERVER
@TOKEN_FILE
def swap_command(tournament_id: str, pair: str | None, server: str, token_file: Path) -> None:
    """Let the PAIR of entrants, 3-7 counted from 1, change places in the next round; show it.

    Without a PAIR nothing changes. Pause the TOURNAMENT first, so that the round is not planned.
    """
    two = None if pair is None else _numbers_of_pair(pair)
    with _director_client(server, token_file) as client:
        found = client.get(f"/v1/tournaments/{tournament_id}/next-round")
        if two is not None:
            wanted = {"round": found["round"], "entrants": two}
            client.post(f"/v1/tournaments/{tournament_id}/swaps", wanted)
            found = client.get(f"/v1/tournaments/{tournament_id}/next-round")
    say_lines(*_lines_of_round(found))


def _lines_of_round(found: dict[str, Any]) -> Iterator[str]:
    """Yield what is told of the next round, in numbers that count from 1."""
    yield f"Round {found['round'] + 1}, not planned yet:"
    for table in found["tables"]:
        yield "  " + " - ".join(str(who + 1) for who in table)
    if found["byes"]:
        yield "  sitting out: " + ", ".join(str(who + 1) for who in found["byes"])
