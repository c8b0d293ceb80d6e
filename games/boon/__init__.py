"""Boon: a trick-taking game of a lone taker, or a taker with a secret partner."""

from games.boon import choices, evolve, notes, rules, scene, wording
from games.boon.about import ABOUT
from games.boon.actions import ACTIONS, Action
from games.boon.bots import BOTS, FROZEN, RATINGS
from games.boon.cards import FACES, SUIT_FACES
from games.boon.determinise import determinise
from games.boon.events import EVENTS, Event
from games.boon.ledger import BoonLedger
from games.boon.options import Options
from games.boon.refusals import REFUSALS
from games.boon.state import ENDINGS, State
from games.boon.view import view
from games.core.game import Game, GameBots
from games.core.modules import presentation_in, rules_in

GAME: Game[State, Event, Action] = Game(
    name="boon",
    version=1,
    title="Boon",
    seats=range(3, 6),
    options=Options,
    brief={"max_rounds": 1},
    actions=ACTIONS,
    events=EVENTS,
    rules=rules_in(rules, choices, evolve, endings=ENDINGS, refusals=REFUSALS),
    view=view,
    presentation=presentation_in(scene, wording, notes, faces=FACES, suits=SUIT_FACES),
    bots=GameBots(levels=BOTS, determinise=determinise, frozen=FROZEN, ratings=RATINGS),
    ledger=BoonLedger,
    about=ABOUT,
)
