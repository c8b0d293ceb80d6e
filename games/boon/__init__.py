"""Boon: a trick-taking game of a lone taker, or a taker with a secret partner."""

from games.boon.actions import ACTIONS, Action
from games.boon.bots import BOTS, FROZEN
from games.boon.cards import FACES, SUIT_FACES
from games.boon.choices import choices, fallback
from games.boon.determinise import determinise
from games.boon.events import EVENTS, Event
from games.boon.evolve import apply
from games.boon.notes import TEXTS, notes
from games.boon.options import Options
from games.boon.refusals import REFUSALS
from games.boon.rules import (
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
from games.boon.scene import PHASES, scene
from games.boon.state import ENDINGS, State
from games.boon.view import view
from games.boon.wording import wording
from games.core.contract import Game

GAME: Game[State, Event, Action] = Game(
    name="boon",
    version=1,
    title="Boon",
    seats=range(3, 6),
    options=Options,
    brief={"max_rounds": 1},
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
    suits=SUIT_FACES,
)
