"""How often honest pairs of a cup are flagged, and how often colluders are found.

    python -m bench.collusion [--cups 500] [--json]

Cups are drawn as in `bench.coverage`, at tables of two and of four: of equals, and of entrants who
differ in strength. Then the first two collude wherever they sit together: one gives the other 1.5
spreads of the scores a table (dumping), or each brings 0.75 more at the cost of the rest (soft
play).

    honest    cups in which anybody is flagged, though nobody colludes; `honest_unequal`: in which
              the best is half a spread ahead of the mean
    dumping   cups in which the planted pair is flagged for `given`
    soft      the same for `shared`
    others    cups with a planted pair in which another pair is flagged
"""

import json
from typing import Any, Final

from bench.arguments import BenchmarkParser
from bench.changed_cups import Plan, changed_cup
from bench.coverage import DUPLICATE, POINTS, CupForm, drawn_cup
from games.core.fairness.chance import Chance
from tournaments.scoring import StandingsInput
from tournaments.scoring.collusion import collusion_figures

FORMS: Final = (
    CupForm(8, 4, 14, POINTS, "boon"), CupForm(8, 4, 40, POINTS, "boon"),
    CupForm(8, 4, 40, DUPLICATE, "dealt"), CupForm(12, 4, 33, DUPLICATE, "dealt"),
    CupForm(16, 4, 40, POINTS, "boosh"), CupForm(8, 4, 40, POINTS, "tied"),
    CupForm(8, 4, 40, POINTS, "order"), CupForm(6, 2, 40, POINTS, "coin"),
    CupForm(6, 2, 40, POINTS, "boosh"),
)  # fmt: skip
STRENGTHS: Final = (0.0, 0.5)  # spreads of a score between the strongest and the mean
DUMPED: Final = 1.5  # spreads of a score that one colluder gives the other a table
SOFT: Final = 0.75  # the same that each brings more by soft play


COUNTED: Final = ("honest", "honest_unequal", "dumping", "soft", "others")
COLUMNS: Final = ("entrants", "seats", "rounds", "source", *COUNTED)


def flag_rates(form: CupForm, cups: int, seed: int) -> dict[str, Any]:
    """Return how often pairs of a form are flagged, honest ones and planted ones."""
    luck = Chance(seed)
    counts = dict.fromkeys(COUNTED, 0)
    for _ in range(cups):
        played = drawn_cup(form, luck)
        for name, strength in zip(("honest", "honest_unequal"), STRENGTHS, strict=True):
            counts[name] += bool(_flags(changed_cup(played, Plan(strength))))
        planted = _flags(changed_cup(played, Plan(dumped=DUMPED)))
        counts["dumping"] += "given" in planted.get((0, 1), ())
        counts["others"] += bool({*planted} - {(0, 1)})
        if form.seats > 2:
            planted = _flags(changed_cup(played, Plan(soft=SOFT)))
            counts["soft"] += "shared" in planted.get((0, 1), ())
    return {
        "entrants": form.entrants, "seats": form.seats, "rounds": form.rounds,
        "source": form.source,
        **{name: _share(count, cups) for name, count in counts.items()},
        **({"soft": "-"} if form.seats == 2 else {}),
    }  # fmt: skip


def _share(count: int, cups: int) -> float:
    """Return a share as it is shown."""
    return round(count / cups, 3)


def _flags(played: StandingsInput) -> dict[tuple[int, int], tuple[str, ...]]:
    """Return who is flagged for what."""
    found = collusion_figures(played)
    return {pair: one.flagged for pair, one in found.items() if one.flagged}


def main() -> None:
    """Print how often pairs are flagged."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--cups", 500, 20)
    given = parser.parse_sizes()
    if not given.json:
        print(" ".join(f"{name:>14}" for name in COLUMNS))
    rows = []
    for seed, form in enumerate(FORMS):
        rows.append(flag_rates(form, given.cups, seed))
        if not given.json:
            print(" ".join(f"{value:>14}" for value in rows[-1].values()), flush=True)
    if given.json:
        flagged = max(row[COUNTED[0]] for row in rows)  # of honest cups
        print(json.dumps({"cups": given.cups, "flagged": flagged, "rows": rows}))


if __name__ == "__main__":
    main()
