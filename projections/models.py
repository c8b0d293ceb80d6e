"""All read models: the follower brings them forward, ``fairdeal rebuild`` builds them again."""

from games import NEWEST
from projections import leaves, ratings
from projections.disputes import DISPUTES
from projections.lobby import LOBBY
from projections.player_tables import PLAYER_TABLES
from projections.standings import STANDINGS
from projections.tournaments import TOURNAMENTS
from projections.tree import TREE

ENDLESS = (
    *map(ratings.stream_of, NEWEST),
    *map(ratings.stream_of_bots, NEWEST),
    leaves.STREAM,
)  # streams that grow with every finished table
MODELS = (LOBBY, DISPUTES, STANDINGS, PLAYER_TABLES, TOURNAMENTS, TREE)
