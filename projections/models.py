"""All read models: the follower brings them forward, ``fairdeal rebuild`` builds them again."""

from projections.lobby import LOBBY
from projections.standings import STANDINGS

MODELS = (LOBBY, STANDINGS)
