"""What a host wants to know of Boon."""

from games.boon.minutes import BRIEF_MINUTES, MINUTES
from games.core.about import About

ABOUT = About(
    kind="A trick-taking game in which one player takes on all the others.",
    summary=(
        "In each round one player may take the Boon, a few cards laid aside, and play alone"
        " against the others. With five players one of the others is the taker's secret"
        " partner. Whoever has most Victory Cards when somebody runs out of them wins."
    ),
    introduction=(
        "You are asked in turn whether you take the Boon, unseen. The taker adds it to the"
        " hand, buries as many cards, and needs more than half of the points in the tricks."
        " Gold is trump. The highest card wins a trick, but many high cards count little and"
        " some low ones much. With five players whoever holds gold 7 helps the taker, and"
        " nobody else knows. If all leave the Boon alone, everybody plays for few points."
        " After each round the losers pay Victory Cards to the winners, until somebody has"
        " none left."
    ),
    table_talk=False,  # ruling N28
    difficulty="medium",
    best=(4, 5),  # ours: with five there is a secret partner
    minutes=MINUTES,
    pictured=("blue-6", "gold-7", "red-5", "gold-14"),
    brief="one round",
    brief_minutes=BRIEF_MINUTES,
)
