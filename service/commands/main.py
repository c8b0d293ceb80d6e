"""The command line: ``fairdeal --help``. Each subject has a file; here they are gathered."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from redis.exceptions import RedisError

from events.terminal import continued, exits_told, say, tell_what_is_not_caught
from games import REFUSED
from games.core.contract import RulesNotInstalled
from service.commands.check_game import check_game
from service.commands.demo import demo
from service.commands.keys import keys
from service.commands.logs import checkpoint, replay, verify
from service.commands.monitor import lie, monitor
from service.commands.openapi import openapi
from service.commands.players import player
from service.commands.serve import api, serve
from service.commands.tables import archive, export, take_in
from service.commands.witness import witness
from service.commands.workers import cosign, follow, rebuild, worker

COMMANDS = (
    serve, api, worker, follow, rebuild, player, keys, replay, openapi, demo, verify, checkpoint,
    monitor, lie, witness, cosign, archive, export, take_in, check_game,
)  # fmt: skip
SERVING = ("serve", "api", "worker", "follow", "demo")


class Main(click.Group):
    """All commands; what they ask of a store that does not answer ends with a sentence."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run as a program."""
        tell_what_is_not_caught()
        with exits_told():
            return super().main(*args, **extra)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read what stands before the command."""
        with plain_errors():
            return super().make_context(*args, **extra)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; one that serves tables needs all games that are installed."""
        found = super().resolve_command(ctx, args)
        if REFUSED and found[0] in SERVING:
            raise click.ClickException("\n".join(REFUSED))
        say(*REFUSED, err=True)
        return found

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        with plain_errors():
            try:
                return super().invoke(ctx)
            except RedisError as error:
                what = "the Redis of FAIRDEAL_REDIS_URL, or of the data folder unless that is set"
                why = f"The store ({what}) does not answer: {error}"
                raise click.ClickException(why) from None
            except RulesNotInstalled as error:
                raise click.ClickException(str(error)) from None


@contextmanager
def plain_errors() -> Iterator[None]:
    """Have click print no message but in plain text, whatever it quotes."""
    try:
        yield
    except click.ClickException as error:
        vars(error)["message"] = continued(error.message)  # Final to the eye alone
        raise


@click.group(
    cls=Main, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="fairdeal")
def main() -> None:
    """Serve card games in which every deal and every action can be proven afterwards."""


for command in COMMANDS:
    main.add_command(command)
