"""What a tournament counts: standings, cross-table, intervals and tie-breaks, pure."""

from tournaments.scoring.cross_table import Cell, Pair, cell_json, cells, cross_table
from tournaments.scoring.intervals import Estimate, half_width
from tournaments.scoring.ledger import Played
from tournaments.scoring.settings import (
    Kind,
    Normalise,
    Scoring,
    TieBreak,
    Unplayed,
    usual_normalise,
    wrong,
)
from tournaments.scoring.standings import Standing, standing_json, standing_places, standings

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
    "cell_json",
    "cells",
    "cross_table",
    "half_width",
    "standing_json",
    "standing_places",
    "standings",
    "usual_normalise",
    "wrong",
]
