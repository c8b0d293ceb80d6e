"""High Card: everybody plays a card, and the highest takes the trick."""

from games.core.cards.suits import FRENCH
from games.core.game import Game, GameBots
from games.core.modules import presentation_in, rules_in
from high_card import choices, evolve, notes, rules, scene, wording
from high_card.about import ABOUT
from high_card.actions import ACTIONS, Action
from high_card.bots import BOTS
from high_card.cards import FACES
from high_card.determinise import determinise
from high_card.events import EVENTS, Event
from high_card.options import Options
from high_card.refusals import REFUSALS
from high_card.state import ENDINGS, State
from high_card.view import view

GAME: Game[State, Event, Action] = Game(
    name="high_card",
    version=1,
    title="High Card",
    seats=range(2, 7),
    options=Options,
    brief={"hands": 2},
    actions=ACTIONS,
    events=EVENTS,
    rules=rules_in(rules, choices, evolve, endings=ENDINGS, refusals=REFUSALS),
    view=view,
    presentation=presentation_in(scene, wording, notes, faces=FACES, suits=FRENCH),
    bots=GameBots(levels=BOTS, determinise=determinise),
    about=ABOUT,
)
