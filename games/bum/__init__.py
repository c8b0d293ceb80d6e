"""The Bum Game: climbing with sets and sequences for three to eight players."""

from games.bum import rules
from games.bum.actions import ACTIONS, Action
from games.bum.bots import BOTS, FROZEN
from games.bum.cards import FACES
from games.bum.choices import choices, fallback
from games.bum.determinise import determinise
from games.bum.events import EVENTS, Event
from games.bum.evolve import apply
from games.bum.notes import TEXTS, notes
from games.bum.options import Options
from games.bum.refusals import REFUSALS
from games.bum.scene import PHASES, scene
from games.bum.state import ENDINGS, State
from games.bum.view import view
from games.bum.wording import wording
from games.core.contract import Game

GAME: Game[State, Event, Action] = Game(
    name="bum",
    version=1,
    title="The Bum Game",
    seats=range(3, 9),
    options=Options,
    brief={"hands": 1},
    actions=ACTIONS,
    events=EVENTS,
    open=rules.open_table,
    decide=rules.decide,
    pending=rules.pending,
    proceed=rules.proceed,
    apply=apply,
    to_act=rules.to_act,
    choices=choices,
    fallback=fallback,
    view=view,
    scene=scene,
    phases=PHASES,
    wording=wording,
    notes=notes,
    texts=TEXTS,
    void=rules.void,
    outcome=rules.outcome,
    standing=rules.standing,
    hand=rules.newest_hand,
    determinise=determinise,
    endings=ENDINGS,
    refusals=REFUSALS,
    bots=BOTS,
    frozen=FROZEN,
    carry=rules.carry,
    faces=FACES,
)
