"""`fairdeal archive`, `export` and `import`: tables out of memory, and to other servers."""

from pathlib import Path

import click


@click.command()
@click.option("--all", "everything", is_flag=True, help="All tables that have ended.")
@click.option(
    "--older-than",
    type=click.IntRange(min=0),
    default=None,
    help="Tables that ended so many seconds ago; FAIRDEAL_ARCHIVE_AFTER_SECONDS unless set.",
)
@click.option("--dry-run", is_flag=True, help="Only say how many there are.")
@click.option(
    "--snapshots", is_flag=True, help="Make anew what older code made to speed up first reads."
)
def archive(everything: bool, older_than: int | None, dry_run: bool, snapshots: bool) -> None:
    """Move finished tables to the archive now; the workers do so by themselves after a day."""
    from service.commands.tables.archive import (  # noqa: PLC0415  # only this command needs it
        exit_with,
        run_archive,
        run_snapshots,
    )

    if snapshots and (everything or dry_run or older_than is not None):
        raise click.UsageError("--snapshots works on archived tables: leave the other options out")
    if everything and older_than is not None:
        raise click.UsageError("--all takes tables of any age: leave --older-than out")
    if snapshots:
        exit_with(run_snapshots)
    exit_with(lambda: run_archive(0 if everything else older_than, dry_run))


@click.command()
@click.argument("tables", nargs=-1, metavar="TABLE...")
@click.option(
    "--all", "everything", is_flag=True, help="All tables; may be broken off and resumed."
)
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Folder for the files; the current one unless set.",
)
def export(tables: tuple[str, ...], everything: bool, folder: Path) -> None:
    """Write tables as signed log files, all private parts included, for another server."""
    from service.commands.tables.archive import (  # noqa: PLC0415  # only this command needs it
        exit_with,
        run_export,
    )

    if everything == bool(tables):
        raise click.UsageError("Give the ids of tables, or --all")
    exit_with(lambda: run_export(tables, everything, folder))


@click.command("import")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--key", default=None, help="Keys of the old server: hex, or a file with /v1/keys.")
@click.option("--unsigned", is_flag=True, help="Take files in whose signature nobody can check.")
def take_in(files: tuple[Path, ...], key: str | None, unsigned: bool) -> None:
    """Take in tables of another server from log FILES, each verified first."""
    from service.commands.tables.archive import (  # noqa: PLC0415  # only this command needs it
        exit_with,
        run_import,
    )

    if unsigned == (key is not None):
        raise click.UsageError("Give --key with the old server's keys, or --unsigned without any")
    exit_with(lambda: run_import(files, key))
