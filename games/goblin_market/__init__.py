"""Goblin Market, an auction game by P.D. Magnus; the rules are in RULES.md."""

from games.core.cards.decktet import CARD_FACES, EXCUSE, SUIT_FACES
from games.core.contract import Game
from games.goblin_market.actions import ACTIONS, Action
from games.goblin_market.bots import BOTS, FROZEN
from games.goblin_market.choices import choices, fallback
from games.goblin_market.determinise import determinise
from games.goblin_market.events import EVENTS, Event
from games.goblin_market.evolve import apply
from games.goblin_market.notes import TEXTS, notes
from games.goblin_market.options import Options
from games.goblin_market.refusals import REFUSALS
from games.goblin_market.rules import (
    decide,
    hand,
    open_table,
    outcome,
    pending,
    proceed,
    standing,
    to_act,
    void,
)
from games.goblin_market.scene import PHASES, scene
from games.goblin_market.state import ENDINGS, State
from games.goblin_market.view import view
from games.goblin_market.wording import wording

GAME: Game[State, Event, Action] = Game(
    name="goblin_market",
    version=1,
    title="Goblin Market",
    seats=range(3, 7),
    options=Options,
    brief={"start_coins": 5},
    actions=ACTIONS,
    events=EVENTS,
    open=open_table,
    decide=decide,
    pending=pending,
    proceed=proceed,
    apply=apply,
    to_act=to_act,
    choices=choices,
    fallback=fallback,
    view=view,
    scene=scene,
    phases=PHASES,
    wording=wording,
    notes=notes,
    texts=TEXTS,
    void=void,
    outcome=outcome,
    standing=standing,
    hand=hand,
    determinise=determinise,
    endings=ENDINGS,
    refusals=REFUSALS,
    bots=BOTS,
    frozen=FROZEN,
    faces=tuple(face for face in CARD_FACES if face.id != EXCUSE),
    suits=SUIT_FACES,
)
