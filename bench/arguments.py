"""The arguments of a benchmark: its sizes, `--short`, which makes them small, and `--json`."""

import argparse
from typing import Any


class BenchmarkParser(argparse.ArgumentParser):
    """Parses the arguments of a benchmark.

    The short form keeps the shape of a benchmark: its processes, its kinds of tables, its
    connections. It takes about a minute and shows that the benchmark still runs; it repeats too
    little for its figures to mean much.
    """

    def __init__(self, description: str | None) -> None:
        super().__init__(description=(description or "").split("\n")[0])
        self.short_sizes: dict[str, Any] = {}
        self.add_argument(
            "--short", action="store_true", help="the same in about a minute: fewer repeats"
        )
        self.add_argument("--json", action="store_true", help="print one JSON object last")

    def add_size(self, name: str, usual: Any, short: Any, text: str | None = None) -> None:
        """Add an option with its value in the usual and in the short form, both of one type."""
        added = self.add_argument(
            name, type=type(usual), default=usual, help=f"{text or ''} ({usual}; short: {short})"
        )
        self.short_sizes[added.dest] = short

    def parse_sizes(self, words: list[str] | None = None) -> argparse.Namespace:
        """Parse the command line; a size that it names stands, be the form short or not."""
        given = self.parse_args(words)
        if given.short:
            self.set_defaults(**self.short_sizes)
            given = self.parse_args(words)
        return given
