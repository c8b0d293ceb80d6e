"""`fairdeal worker`, `follow` and `rebuild`: processes without the API."""

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
    help="Turns of bots, of bots that take long, time-outs, or tables to archive.",
)
def worker(queue: str) -> None:
    """Work on one job queue, of FAIRDEAL_QUEUE_URL or of the store that the tables are in."""
    _run_workers(queue)


@click.command()
def follow() -> None:
    """Follow the feed: read models, and jobs for what is due; several may run."""
    _run_workers("follow")


@click.command()
def cosign() -> None:
    """Collect cosignatures of the newest checkpoint from the witnesses of FAIRDEAL_WITNESSES."""
    _run_workers("cosign")


@click.command()
def rebuild() -> None:
    """Build the read models again from the logs, beside the old ones, then switch over."""
    code = subprocess.run([sys.executable, "-P", "-m", "projections"], check=False).returncode
    raise SystemExit(code)
