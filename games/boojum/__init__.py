"""Boojum: auctions of card groups, paid in cards, for sets that earn six suit tokens."""

from games.boojum import choices, evolve, notes, rules, scene, wording
from games.boojum.about import ABOUT
from games.boojum.actions import ACTIONS, Action
from games.boojum.bots import BOTS, FROZEN, RATINGS
from games.boojum.determinise import determinise
from games.boojum.events import EVENTS, Event
from games.boojum.ledger import BoojumLedger
from games.boojum.options import Options
from games.boojum.refusals import REFUSALS
from games.boojum.state import ENDINGS, State
from games.boojum.view import view
from games.core.cards.decktet import CARD_FACES, SUIT_FACES
from games.core.game import Game, GameBots
from games.core.modules import presentation_in, rules_in

GAME: Game[State, Event, Action] = Game(
    name="boojum",
    version=1,
    title="Boojum",
    seats=range(3, 13),
    options=Options,
    brief={"max_rounds": 3},
    actions=ACTIONS,
    events=EVENTS,
    rules=rules_in(rules, choices, evolve, endings=ENDINGS, refusals=REFUSALS),
    view=view,
    presentation=presentation_in(scene, wording, notes, faces=CARD_FACES, suits=SUIT_FACES),
    bots=GameBots(levels=BOTS, determinise=determinise, frozen=FROZEN, ratings=RATINGS),
    ledger=BoojumLedger,
    about=ABOUT,
)
