"""The command line: ``fairdeal --help``. Each subject has a file; here they are gathered."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

import click
from redis.exceptions import RedisError

from events.settings.check import require_valid_settings
from events.terminal import explain_exit, indent_further_lines, print_uncaught_exceptions, say_lines
from games import REFUSED
from games.core import search
from games.core.contract import RulesNotInstalled

COMMANDS: Final[Mapping[str, str]] = {  # by name: the module and what it is there
    "accept-loss": "history.losses.accept_loss",
    "api": "serve.api",
    "archive": "tables.archive_commands.archive",
    "arena": "arena.arena.arena",
    "backup": "backup.backup",
    "check-game": "check_game.check_game",
    "check-proof": "history.monitor.check_proof",
    "checkpoint": "tables.log_commands.checkpoint",
    "collect-cosignatures": "workers.collect_cosignatures",
    "config": "config.config",
    "demo": "demo.demo",
    "export": "tables.archive_commands.export",
    "follow": "workers.follow",
    "import": "tables.archive_commands.take_in",
    "keys": "history.keys.keys",
    "monitor": "history.monitor.monitor",
    "openapi": "openapi.openapi",
    "player": "accounts.players.player",
    "quarantine": "tables.quarantine.quarantine",
    "rebuild": "workers.rebuild",
    "replay": "tables.log_commands.replay",
    "restore": "backup.restore",
    "serve": "serve.serve",
    "status": "status.show_status",
    "tournament": "tournaments.tournament.tournament",
    "verify": "tables.log_commands.verify",
    "witness": "history.witness.witness",
    "worker": "workers.worker",
}
IS_COMPILED = not search.__file__.endswith(".py")  # .ci/wheel.py
RULES = "rules compiled" if IS_COMPILED else "rules in plain Python"
SERVING = ("serve", "api", "worker", "follow", "demo")
CHECKED = (*SERVING, "archive", "collect-cosignatures", "rebuild", "status")  # read most settings


class LazyCommandGroup(click.Group):
    """All commands; what they ask of a store that does not answer ends with a sentence.

    A command is loaded when it is asked for: what others need takes longer than many of them run.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, loaded; None for a name that none has."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].rpartition(".")
        found: click.Command = getattr(import_module(f"service.commands.{module}"), name)
        return found

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run as a program."""
        print_uncaught_exceptions()
        with explain_exit():
            return super().main(*args, **extra)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read what stands before the command."""
        with _plain_errors():
            return super().make_context(*args, **extra)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; one that serves tables needs all games that are installed."""
        found = super().resolve_command(ctx, args)
        if REFUSED and found[0] in SERVING:
            raise click.ClickException("\n".join(REFUSED))
        say_lines(*REFUSED, err=True)
        if found[0] in CHECKED:
            require_valid_settings()
        return found

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        with _plain_errors():
            try:
                return super().invoke(ctx)
            except RedisError as error:
                what = "the Redis of FAIRDEAL_REDIS_URL, or of the data folder unless that is set"
                why = f"The store ({what}) does not answer: {error}"
                raise click.ClickException(why) from None
            except RulesNotInstalled as error:
                raise click.ClickException(str(error)) from None


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Have click print no message but in plain text, whatever it quotes."""
    try:
        yield
    except click.ClickException as error:
        vars(error)["message"] = indent_further_lines(error.message)  # Final to the eye alone
        raise


@click.group(
    cls=LazyCommandGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(
    package_name="fairdeal", prog_name="fairdeal", message=f"%(prog)s, version %(version)s, {RULES}"
)
def main() -> None:
    """Serve card games in which every deal and every action can be proven afterwards."""
