"""Play a match: deals in order, side by side, until there are enough or they say enough."""

from collections.abc import Callable, Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bots.arena import LineupResult, Match, read_deal
from bots.crew import DealWorkers
from bots.results import append_deal, lock_results_file, no_results, resume_results_file
from bots.scores import Scores, has_narrow_intervals, scores_by_entrant

LEAST = 30  # deals before an interval is believed
HOPELESS = 5  # deals that failed, and none that did not


@dataclass(frozen=True, slots=True)
class StopCondition:
    """When a match ends: after so many deals, or once each interval is at most so wide."""

    deals: int
    width: float | None = None

    def looked_at(self, count: int) -> bool:
        """Say whether it is asked after so many deals: whatever order they end in."""
        step = 10 if count < 1000 else 100
        return self.width is not None and count >= LEAST and count % step == 0


@dataclass
class MatchRun:
    """A match in play.

    Attributes:
        deals: what was played, by number of the deal.
        lost: why others could not be played.
        ended: number of deals that count, once that is known.
    """

    match: Match
    until: StopCondition
    deals: dict[int, list[LineupResult]] = field(default_factory=dict)
    lost: dict[int, str] = field(default_factory=dict)
    ended: int | None = None

    def __post_init__(self) -> None:
        """Begin with nothing looked at."""
        self.upto = 0  # deals 0 to upto - 1 are all there, or lost
        self.brought: dict[int, Scores] = {}  # of those that are there

    def play(
        self, processes: int, path: Path | None = None, report: Callable[[], None] = lambda: None
    ) -> None:
        """Play on from what is in the file, if one is named; `report` is called for news.

        Raises:
            ResultsMismatch: the file has another match, or another run is at it.
        """
        with nullcontext() if path is None else lock_results_file(path):
            self.play_on(processes, path, report)

    def play_on(self, processes: int, path: Path | None, report: Callable[[], None]) -> None:
        """Play what is not in the file."""
        plan = self.match.plan()
        if path is not None:
            self.resume(path, plan)
        self.stop_if_enough()
        report()
        if self.ended is not None:
            return
        wanted = (k for k in range(self.until.deals) if k not in self.deals)
        left = self.until.deals - sum(k < self.until.deals for k in self.deals)
        with closing(DealWorkers(plan, min(processes, left)).play(wanted)) as answers:
            for answer in answers:
                if path is not None and "lost" not in answer:
                    append_deal(path, answer)
                self.take(answer)
                self.stop_if_enough()
                report()
                if self.ended is not None or self.is_hopeless():
                    break

    def resume(self, path: Path, plan: Mapping[str, Any]) -> None:
        """Take in the deals of a file of results.

        Raises:
            ResultsMismatch: it has others, or what is no deal.
        """
        for answer in resume_results_file(path, plan).values():
            try:
                self.take(answer)
                scores_by_entrant(self.deals[answer["deal"]])[self.match.lineup[0]]
            except (ValueError, TypeError, LookupError):
                raise no_results(path) from None

    def take(self, answer: Mapping[str, Any]) -> None:
        """Take in what a worker said of a deal."""
        k = answer["deal"]
        if "lost" in answer:
            self.lost[k] = answer["lost"]
        else:
            self.deals[k] = read_deal(answer)

    def stop_if_enough(self) -> None:
        """See whether this is enough, deal by deal in their order."""
        while self.ended is None and (self.upto in self.deals or self.upto in self.lost):
            if self.upto in self.deals:
                self.brought[self.upto] = scores_by_entrant(self.deals[self.upto])
            self.upto += 1
            enough = self.until.looked_at(self.upto) and self.is_narrow()
            if enough or self.upto >= self.until.deals:
                self.ended = self.upto

    def is_hopeless(self) -> bool:
        """Say whether nothing but failures came, so that more deals would end like them."""
        return not self.deals and len(self.lost) >= HOPELESS

    def is_narrow(self) -> bool:
        """Say whether the intervals are as narrow as they should be."""
        width = self.until.width
        return width is not None and has_narrow_intervals(list(self.brought.values()), width)

    def counted(self) -> list[list[LineupResult]]:
        """Return the tables that count, in the order of their deals: without gaps."""
        return [self.deals[k] for k in range(self.upto) if k in self.deals]
