"""What a tournament counts: standings, cross-table, intervals and tie-breaks, pure."""

from tournaments.scoring.cross_table import (
    Cell,
    Pair,
    build_cross_table,
    cell_json,
    cross_table_cells,
)
from tournaments.scoring.intervals import Estimate, expected_half_width
from tournaments.scoring.ledger import Played
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
    Standing,
    entrant_standings,
    standing_json,
    standing_places,
)

__all__ = [
    "Cell",
    "Estimate",
    "Kind",
    "Normalise",
    "Pair",
    "Played",
    "Scoring",
    "Standing",
    "TieBreak",
    "Unplayed",
    "build_cross_table",
    "cell_json",
    "cross_table_cells",
    "entrant_standings",
    "expected_half_width",
    "scoring_mistakes",
    "standing_json",
    "standing_places",
    "usual_normalise",
]
