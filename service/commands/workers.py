"""`fairdeal worker`, `follow`, `push`, `collect-cosignatures`, `rebuild`: all but the API."""

import os
import subprocess
import sys

import click


def _run_workers(role: str) -> None:
    """Become a process of the workers."""
    os.execv(sys.executable, [sys.executable, "-P", "-m", "workers", role])


@click.command()
@click.option(
    "--queue",
    type=click.Choice(["bots", "thinking", "clock", "archive"]),
    default="bots",
    show_default=True,
    help="bots: turns of bots; thinking: of slow bots; clock: time-outs; archive: old tables.",
)
def worker(queue: str) -> None:
    """Work on one job queue.

    It is that of FAIRDEAL_QUEUE_URL or, unless set, of FAIRDEAL_REDIS_URL.
    """
    _run_workers(queue)


@click.command()
def follow() -> None:
    """Update read models and queue jobs.

    Several followers may run; they share the partitions.
    """
    _run_workers("follow")


@click.command()
def push() -> None:
    """Deliver webhooks and Web Push.

    Several may run; each notice is delivered by one of them.
    """
    _run_workers("push")


@click.command()
def collect_cosignatures() -> None:
    """Collect cosignatures of the newest checkpoint.

    The witnesses are those of FAIRDEAL_WITNESSES.
    """
    _run_workers("cosign")


@click.command()
def rebuild() -> None:
    """Build the read models anew from the logs.

    The old ones serve until the new ones are complete. If interrupted, the same command
    continues.
    """
    code = subprocess.run([sys.executable, "-P", "-m", "projections"], check=False).returncode
    raise SystemExit(code)
