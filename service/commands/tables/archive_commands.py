"""`fairdeal archive`, `export` and `import`: tables out of memory, and to other servers."""

from pathlib import Path

import click


@click.command()
@click.option(
    "--all", "everything", is_flag=True, help="All tables that have ended, however recently."
)
@click.option(
    "--older-than",
    type=click.IntRange(min=0),
    default=None,
    help="Tables that ended so many seconds ago [default: FAIRDEAL_ARCHIVE_AFTER_SECONDS].",
)
@click.option("--dry-run", is_flag=True, help="Only print how many tables would be moved.")
@click.option(
    "--snapshots",
    is_flag=True,
    help="Also renew the snapshots in the archive that an older version made.",
)
def archive(everything: bool, older_than: int | None, dry_run: bool, snapshots: bool) -> None:
    """Move finished tables to the archive now.

    Workers do it by themselves after a day.
    """
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
    "--all",
    "everything",
    is_flag=True,
    help="All tables. If interrupted, the same command continues.",
)
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Folder for the files [default: the current one].",
)
def export(tables: tuple[str, ...], everything: bool, folder: Path) -> None:
    """Write tables as log files for another server.

    The files hold all private parts: keep them secret.
    """
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
@click.option(
    "--unsigned", is_flag=True, help="Also import files whose signature can't be checked."
)
def take_in(files: tuple[Path, ...], key: str | None, unsigned: bool) -> None:
    """Import log FILES of another server.

    Each is verified first.
    """
    from service.commands.tables.archive import (  # noqa: PLC0415  # only this command needs it
        exit_with,
        run_import,
    )

    if unsigned == (key is not None):
        raise click.UsageError("Give --key with the old server's keys, or --unsigned without any")
    exit_with(lambda: run_import(files, key))
