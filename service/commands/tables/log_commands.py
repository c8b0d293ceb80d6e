"""`fairdeal replay`, `verify` and `checkpoint`: what is done offline with log files."""

from pathlib import Path

import click

from service.commands.options import (
    AS_JSON,
    PROOF,
    RequiredWitnesses,
    TrustedKeys,
    VerifyOptions,
    keys_options,
    witness_options,
)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--hand", type=int, default=None, help="Which hand; without it the hands are listed.")
@click.option(
    "--as", "who", default="auditor", show_default=True,
    help="A seat, or auditor; with --json also nobody, who only watches.",
)  # fmt: skip
@click.option("--step", is_flag=True, help="Wait for a key after every step.")
@click.option("--json", "as_json", is_flag=True, help="Print a page of moments as one JSON object.")
@click.option("--at", default=1, help="With --json: an event of the first command.")
@click.option("--limit", default=50, help="With --json: how many commands, up to 100.")
@keys_options(required=False)
def replay(
    file: Path, *, hand: int | None, who: str, step: bool, as_json: bool, at: int, limit: int,
    keys: TrustedKeys,
) -> None:  # fmt: skip
    """Show a hand of a log FILE: what happened, what a seat knew and could do, time used.

    With --json the log is verified first, with the keys of --key if there are some, and its moments
    are told as POST /v1/replays does.
    """
    if as_json:
        from service.commands.tables.moments import (  # noqa: PLC0415  # only this needs it
            run_moments,
        )

        raise SystemExit(run_moments(file, keys, at, limit, who))
    from service.commands.tables.replay import (  # noqa: PLC0415  # only this command draws tables
        print_hand_replay,
    )

    print_hand_replay(file, hand, who, step)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@keys_options(required=False)
@click.option(
    "--receipt",
    "receipts",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A receipt, or an answer that holds one, as JSON; may be given several times.",
)
@click.option(
    "--earlier",
    multiple=True,
    type=click.Path(path_type=Path),
    help="The log of a table that this one continues; may be given several times.",
)
@PROOF
@witness_options
@click.option(
    "--bots", is_flag=True, help="Let the bots choose their moves again, which takes time."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a log.")
def verify(
    files: tuple[Path, ...], *, keys: TrustedKeys, receipts: tuple[Path, ...],
    earlier: tuple[Path, ...], proof: Path | None, demanded: RequiredWitnesses, bots: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Verify log FILES offline: exit code 0 good, 1 bad, 2 unreadable; of several, the worst.

    An exported tournament, a zip or its folder, is verified as a whole: its log, every table as it
    was planned, deal groups, pairings, results, rulings, standings.

    Several are verified side by side on all cores; each gets the receipts of its table. Those of
    one table, whole or from while it ran, must be beginnings of one history: else it is a fork.
    Tables of one deal group must have one secret, those of two groups never have; what a group was
    dealt alike is told.

    With --proof the verdict says which events the tree covers; a log that is older than the proof
    is covered if a longer one that is given beside it goes on from there.

    With --bots each move of a bot is held to the one that it chooses with its seed (rule T20); one
    of a bot that is not installed here is unchecked, and the verdict says so.
    """
    from service.commands.tables.verify import (  # noqa: PLC0415  # only this command needs it
        run_verify,
    )
    from service.commands.tables.verify_many import run_many  # noqa: PLC0415

    if any(demanded) and (proof is None or not demanded.witnesses):
        raise click.UsageError("--witness and --quorum are about a --proof; give all three.")
    given = VerifyOptions(keys, receipts, earlier, proof, demanded, bots)
    if len(files) == 1:
        raise SystemExit(run_verify(files[0], given, as_json))
    raise SystemExit(run_many(files, given, as_json))


@click.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@keys_options(required=True)
@PROOF
@witness_options
@AS_JSON
def checkpoint(
    old: Path,
    new: Path,
    keys: TrustedKeys,
    proof: Path | None,
    demanded: RequiredWitnesses,
    as_json: bool,
) -> None:
    """Say offline whether two checkpoints are of one history.

    The exit code is 0 for one history, 1 for a fork or a proof that fails, 2 where nothing can be
    said. NEW may be the answer of /v1/tree/consistency, which holds checkpoint and proof. With
    --witness the newer of the two must have been cosigned.
    """
    from service.commands.tables.verify import (  # noqa: PLC0415  # only this command needs it
        run_compare,
    )

    if demanded.quorum and not demanded.witnesses:
        raise click.UsageError("--quorum counts cosignatures of a --witness; give both.")
    raise SystemExit(run_compare(old, new, proof, keys, demanded, as_json))
