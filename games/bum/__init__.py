"""The Bum Game: climbing with sets and sequences for three to eight players."""

from games.bum import choices, evolve, notes, rules, scene, wording
from games.bum.about import ABOUT
from games.bum.actions import ACTIONS, Action
from games.bum.bots import BOTS, FROZEN, RATINGS
from games.bum.cards import FACES
from games.bum.determinise import determinise
from games.bum.events import EVENTS, Event
from games.bum.ledger import BumLedger
from games.bum.options import Options
from games.bum.refusals import REFUSALS
from games.bum.state import ENDINGS, State
from games.bum.view import view
from games.core.game import Game, GameBots
from games.core.modules import presentation_in, rules_in

GAME: Game[State, Event, Action] = Game(
    name="bum",
    version=1,
    title="The Bum Game",
    seats=range(3, 9),
    options=Options,
    brief={"hands": 1},
    actions=ACTIONS,
    events=EVENTS,
    rules=rules_in(rules, choices, evolve, endings=ENDINGS, refusals=REFUSALS, carry=rules.carry),
    view=view,
    presentation=presentation_in(scene, wording, notes, faces=FACES),
    bots=GameBots(levels=BOTS, determinise=determinise, frozen=FROZEN, ratings=RATINGS),
    ledger=BumLedger,
    about=ABOUT,
)
