"""High Card: everybody plays a card, and the highest takes the trick."""

from games.core.cards.suits import FRENCH
from games.core.contract import Game
from high_card.actions import ACTIONS, Action
from high_card.bots import BOTS
from high_card.cards import FACES
from high_card.choices import choices, fallback
from high_card.determinise import determinise
from high_card.events import EVENTS, Event
from high_card.evolve import apply
from high_card.notes import TEXTS, notes
from high_card.options import Options
from high_card.refusals import REFUSALS
from high_card.rules import (
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
from high_card.scene import PHASES, scene
from high_card.state import ENDINGS, State
from high_card.view import view
from high_card.wording import wording

GAME: Game[State, Event, Action] = Game(
    name="high_card",
    version=1,
    title="High Card",
    seats=range(2, 7),
    options=Options,
    brief={"hands": 2},
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
    faces=FACES,
    suits=FRENCH,
)
