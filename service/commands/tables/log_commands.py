"""`fairdeal replay`, `verify` and `checkpoint`: what is done offline with log files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from service.commands.options import (
    AS_JSON,
    PROOF,
    RequiredWitnesses,
    TrustedKeys,
    VerifyOptions,
    keys_options,
    page_options,
    witness_options,
)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--hand", type=int, default=None, help="Number of the hand; without it the hands are listed."
)
@click.option(
    "--as", "who", default="auditor", show_default=True,
    help="A seat, or auditor; with --json also nobody, who only watches.",
)  # fmt: skip
@click.option("--step", is_flag=True, help="Wait for a key after every step.")
@click.option(
    "--analysis", is_flag=True, help="With --hand: judge each decision, and name the best move."
)
@click.option("--json", "as_json", is_flag=True, help="Print a page of moments as one JSON object.")
@page_options
@keys_options(required=False)
def replay(
    file: Path, *, hand: int | None, who: str, step: bool, analysis: bool, as_json: bool,
    page: Mapping[str, Any], keys: TrustedKeys,
) -> None:  # fmt: skip
    """Show a hand of a log FILE move by move.

    With --json the log is verified first, with the keys of --key if there are some, and its moments
    are told as POST /v1/replays does.
    """
    if analysis and (as_json or hand is None):
        raise click.UsageError("--analysis goes with --hand, and not with --json")
    if as_json:
        from service.commands.tables.moments import (  # noqa: PLC0415  # only this needs it
            run_moments,
        )

        raise SystemExit(run_moments(file, keys, who, **page))
    from service.commands.tables.replay import (  # noqa: PLC0415  # only this command draws tables
        print_hand_replay,
    )

    print_hand_replay(file, hand, who, step=step, analysis=analysis)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@keys_options(required=False)
@click.option(
    "--receipt",
    "receipts",
    multiple=True,
    type=click.Path(path_type=Path),
    help="File with a receipt, or with an answer that holds one, as JSON; repeatable.",
)
@click.option(
    "--earlier",
    multiple=True,
    type=click.Path(path_type=Path),
    help="The log of a table that this one continues; repeatable.",
)
@PROOF
@witness_options
@click.option(
    "--bots", is_flag=True, help="Let the bots choose their moves again; this takes time."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a log.")
def verify(
    files: tuple[Path, ...], *, keys: TrustedKeys, receipts: tuple[Path, ...],
    earlier: tuple[Path, ...], proof: Path | None, demanded: RequiredWitnesses, bots: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Verify deals, moves and signatures of log FILES.

    The exit code is 0 if a log is good, 1 if it is bad, 2 if it can't be read, and 3 if a published
    loss excuses what contradicts it. Of several files the worst counts: 2, 1, 3, 0.

    An exported tournament (a zip or its folder) is verified as a whole: log, tables, deal groups,
    pairings, results, rulings and standings.

    Several files are verified in parallel, each with the receipts of its table. Logs of one table,
    complete or exported while it ran, must be beginnings of one history; otherwise it is a fork.
    Tables of one deal group must have the same secret, those of two groups different ones.

    With --proof the verdict says which events the tree covers. A log that ends before the proof is
    covered if you give a longer one that continues it.

    With --bots each move of a bot is compared with the one it chooses with its seed (rule T20). If
    a bot is not installed here, its moves stay unchecked, and the verdict says so.
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
    """Check offline that one checkpoint continues another.

    The exit code is 0 for one history, 1 for a fork or a proof that fails, 3 for a published loss,
    2 if the files do not suffice to tell. NEW may be the answer of /v1/tree/consistency, which
    holds checkpoint and proof. With --witness the newer of the two must have been cosigned.
    """
    from service.commands.tables.verify import (  # noqa: PLC0415  # only this command needs it
        run_compare,
    )

    if demanded.quorum and not demanded.witnesses:
        raise click.UsageError("--quorum counts cosignatures of a --witness; give both.")
    raise SystemExit(run_compare(old, new, proof, keys, demanded, as_json))
