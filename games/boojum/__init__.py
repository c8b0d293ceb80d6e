"""Boojum: auctions of card groups, paid in cards, for sets that earn six suit tokens."""

from games.boojum.actions import ACTIONS, Action
from games.boojum.bots import BOTS, FROZEN
from games.boojum.choices import choices, fallback
from games.boojum.determinise import determinise
from games.boojum.events import EVENTS, Event
from games.boojum.evolve import apply
from games.boojum.notes import TEXTS, notes
from games.boojum.options import Options
from games.boojum.refusals import REFUSALS
from games.boojum.rules import (
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
from games.boojum.scene import PHASES, scene
from games.boojum.state import ENDINGS, State
from games.boojum.view import view
from games.boojum.wording import wording
from games.core.cards.decktet import CARD_FACES, SUIT_FACES
from games.core.contract import Game

GAME: Game[State, Event, Action] = Game(
    name="boojum",
    version=1,
    title="Boojum",
    seats=range(3, 13),
    options=Options,
    brief={"max_rounds": 3},
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
    faces=CARD_FACES,
    suits=SUIT_FACES,
)
