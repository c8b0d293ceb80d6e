"""The command line: ``fairdeal --help``. Each subject has a file; here they are gathered."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

import click
from redis.exceptions import RedisError

from events.settings.check import require_valid_settings
from events.terminal import explain_exit, indent_further_lines, print_uncaught_exceptions, say_lines
from games import refused_games
from games.core import search
from games.core.contract import RulesNotInstalled

COMMANDS: Final[Mapping[str, tuple[str, str]]] = {  # by name: where it is, and what it does
    "accept-loss": (
        "history.losses.accept_loss",
        "Publish a loss of signed data and take a new key.",
    ),
    "api": ("serve.api", "Serve only the API."),
    "archive": ("tables.archive_commands.archive", "Move finished tables to the archive now."),
    "arena": ("arena.arena.arena", "Rate bots in matches of duplicate deals."),
    "backup": ("backup.backup", "Back up store, keys and archive to FOLDER."),
    "check-game": ("check_game.check_game", "Test games by the laws that hold for all."),
    "check-proof": ("history.monitor.check_proof", "Check the proof of a server's lie offline."),
    "checkpoint": (
        "tables.log_commands.checkpoint",
        "Check offline that one checkpoint continues another.",
    ),
    "collect-cosignatures": (
        "workers.collect_cosignatures",
        "Collect cosignatures of the newest checkpoint.",
    ),
    "config": ("config.config", "Print every setting and its source."),
    "demo": ("demo.demo", "Play each game over HTTP and verify its log."),
    "export": ("tables.archive_commands.export", "Write tables as log files for another server."),
    "follow": ("workers.follow", "Update read models and queue jobs."),
    "import": ("tables.archive_commands.take_in", "Import log FILES of another server."),
    "keys": ("history.keys.keys", "List or rotate the signing keys."),
    "monitor": ("history.monitor.monitor", "Follow a server's signed tree and prove lies."),
    "openapi": ("openapi.openapi", "Print the description of the API as YAML."),
    "player": ("accounts.players.player", "List and change accounts: role, token, name, block."),
    "push": ("workers.push", "Deliver webhooks and Web Push."),
    "quarantine": ("tables.quarantine.quarantine", "List or retry tables that are in quarantine."),
    "rebuild": ("workers.rebuild", "Build the read models anew from the logs."),
    "replay": ("tables.log_commands.replay", "Show a hand of a log FILE move by move."),
    "restore": ("backup.restore", "Fill an empty server from a backup in FOLDER."),
    "serve": ("serve.serve", "Start a whole server."),
    "status": ("status.show_status", "Show the state of a server, and its troubles."),
    "table": ("tables.table.table_group", "Show or close a table."),
    "tournament": (
        "tournaments.tournament.tournament",
        "Run or check a tournament from one file, or direct one that is there.",
    ),
    "verify": ("tables.log_commands.verify", "Verify deals, moves and signatures of log FILES."),
    "witness": ("history.witness.witness", "Cosign checkpoints of logs that only grow."),
    "worker": ("workers.worker", "Work on one job queue."),
}
IS_COMPILED = not search.__file__.endswith(".py")  # .ci/wheel.py
RULES = "rules compiled" if IS_COMPILED else "rules in plain Python"
SERVING = ("serve", "api", "worker", "follow", "push", "demo")
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
        module, _, name = COMMANDS[cmd_name][0].rpartition(".")
        found: click.Command = getattr(import_module(f"service.commands.{module}"), name)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what there is without loading it, which takes longer than all else of the help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_, words) in COMMANDS.items()])

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
        refused = refused_games()
        if refused and found[0] in SERVING:
            raise click.ClickException("\n".join(refused))
        say_lines(*refused, err=True)
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
