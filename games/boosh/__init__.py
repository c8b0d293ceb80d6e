"""Boosh and Woof: four face-down cards, one call, and the nerve to stay in."""

from games.boosh.actions import ACTIONS, Action
from games.boosh.bots import BOTS, FROZEN
from games.boosh.cards import FACES
from games.boosh.choices import choices, fallback
from games.boosh.determinise import determinise
from games.boosh.events import EVENTS, Event
from games.boosh.evolve import apply
from games.boosh.notes import TEXTS, notes
from games.boosh.options import Options
from games.boosh.refusals import REFUSALS
from games.boosh.rules import (
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
from games.boosh.scene import PHASES, scene
from games.boosh.state import ENDINGS, State
from games.boosh.view import view
from games.boosh.wording import wording
from games.core.cards.suits import FRENCH
from games.core.contract import Game

GAME: Game[State, Event, Action] = Game(
    name="boosh",
    version=1,
    title="Boosh",
    seats=range(2, 5),
    options=Options,
    brief={"max_hands": 1},
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
    faces=FACES,
    suits=FRENCH,
)
