"""All read models: the follower brings them forward, ``fairdeal rebuild`` builds them again."""

from games import NEWEST
from projections.accounts.player_tables import PLAYER_TABLES
from projections.disputes.read_model import DISPUTES
from projections.history import leaves
from projections.history.tree import TREE
from projections.ratings import ratings
from projections.ratings.standings import STANDINGS
from projections.tables.lobby import LOBBY
from projections.tournaments.read_model import TOURNAMENTS

ENDLESS = (
    *map(ratings.ratings_stream_id, NEWEST),
    *map(ratings.stream_of_bots, NEWEST),
    leaves.STREAM,
)  # streams that grow with every finished table
MODELS = (LOBBY, DISPUTES, STANDINGS, PLAYER_TABLES, TOURNAMENTS, TREE)
