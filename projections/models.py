"""All read models: the follower brings them forward, ``fairdeal rebuild`` builds them again."""

from projections.disputes import DISPUTES
from projections.lobby import LOBBY
from projections.standings import STANDINGS
from projections.tree import TREE

MODELS = (LOBBY, DISPUTES, STANDINGS, TREE)
