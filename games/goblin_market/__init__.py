"""Goblin Market, an auction game by P.D. Magnus; the rules are in RULES.md."""

from games.core.cards.decktet import CARD_FACES, EXCUSE, SUIT_FACES
from games.core.game import Game, GameBots
from games.core.modules import presentation_in, rules_in
from games.goblin_market import choices, evolve, notes, rules, scene, wording
from games.goblin_market.about import ABOUT
from games.goblin_market.actions import ACTIONS, Action
from games.goblin_market.bots import BOTS, FROZEN, RATINGS
from games.goblin_market.determinise import determinise
from games.goblin_market.events import EVENTS, Event
from games.goblin_market.ledger import GoblinLedger
from games.goblin_market.options import Options
from games.goblin_market.refusals import REFUSALS
from games.goblin_market.state import ENDINGS, State
from games.goblin_market.view import view

GAME: Game[State, Event, Action] = Game(
    name="goblin_market",
    version=1,
    title="Goblin Market",
    seats=range(3, 7),
    options=Options,
    brief={"start_coins": 5},
    actions=ACTIONS,
    events=EVENTS,
    rules=rules_in(rules, choices, evolve, endings=ENDINGS, refusals=REFUSALS),
    view=view,
    presentation=presentation_in(
        scene,
        wording,
        notes,
        faces=tuple(face for face in CARD_FACES if face.id != EXCUSE),
        suits=SUIT_FACES,
    ),
    bots=GameBots(levels=BOTS, determinise=determinise, frozen=FROZEN, ratings=RATINGS),
    ledger=GoblinLedger,
    about=ABOUT,
)
