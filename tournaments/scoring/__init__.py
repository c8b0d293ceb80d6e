"""What a tournament counts: standings, cross-table, intervals and tie-breaks, pure."""

from tournaments.scoring.cross_table import (
    EntrantComparison,
    Pair,
    build_cross_table,
    cell_json,
    cross_table_cells,
)
from tournaments.scoring.intervals import Estimate
from tournaments.scoring.ledger import StandingsInput
from tournaments.scoring.settings import (
    Kind,
    Normalise,
    Scoring,
    TieBreak,
    Unplayed,
    scoring_mistakes,
    usual_normalise,
)
from tournaments.scoring.standings import (
    EntrantStanding,
    entrant_standings,
    standing_json,
    standing_places,
)

__all__ = [
    "EntrantComparison",
    "EntrantStanding",
    "Estimate",
    "Kind",
    "Normalise",
    "Pair",
    "Scoring",
    "StandingsInput",
    "TieBreak",
    "Unplayed",
    "build_cross_table",
    "cell_json",
    "cross_table_cells",
    "entrant_standings",
    "scoring_mistakes",
    "standing_json",
    "standing_places",
    "usual_normalise",
]
