"""Boosh and Woof: four face-down cards, one call, and the nerve to stay in."""

from games.boosh import choices, evolve, notes, rules, scene, wording
from games.boosh.about import ABOUT
from games.boosh.actions import ACTIONS, Action
from games.boosh.bots import BOTS, FROZEN, RATINGS
from games.boosh.cards import FACES
from games.boosh.determinise import determinise
from games.boosh.events import EVENTS, Event
from games.boosh.ledger import BooshLedger
from games.boosh.options import Options
from games.boosh.refusals import REFUSALS
from games.boosh.state import ENDINGS, State
from games.boosh.view import view
from games.core.cards.suits import FRENCH
from games.core.game import Game, GameBots
from games.core.modules import presentation_in, rules_in

GAME: Game[State, Event, Action] = Game(
    name="boosh",
    version=1,
    title="Boosh",
    seats=range(2, 5),
    options=Options,
    brief={"max_hands": 1},
    actions=ACTIONS,
    events=EVENTS,
    rules=rules_in(rules, choices, evolve, endings=ENDINGS, refusals=REFUSALS),
    view=view,
    presentation=presentation_in(scene, wording, notes, faces=FACES, suits=FRENCH),
    bots=GameBots(levels=BOTS, determinise=determinise, frozen=FROZEN, ratings=RATINGS),
    ledger=BooshLedger,
    about=ABOUT,
)
