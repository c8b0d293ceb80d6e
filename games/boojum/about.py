"""What a host wants to know of Boojum."""

from games.boojum.minutes import BRIEF_MINUTES, MINUTES
from games.core.about import About

ABOUT = About(
    kind="An auction game in which you pay with cards and collect sets for six suit tokens.",
    summary=(
        "You bid cards from your hand for groups of cards, and what you pay is for sale in"
        " the next round. With the cards that you win you complete sets, and each set buys a"
        " suit token. Whoever first has a token of all six suits wins."
    ),
    introduction=(
        "Each round sells a few groups of cards, one after the other. You bid cards from your"
        " hand: more cards beat fewer, and then the pips count. Your bid stays behind in place"
        " of what you win, so everybody bids for it in the next round. Each group grows by a"
        " card, and whoever won nothing gets one. Then all turn in sets at the same time:"
        " straights, flushes, cards of one rank, people, places or events. Each set buys one"
        " token of a suit, and you need all six suits."
    ),
    difficulty="hard",
    best=(4, 5),  # "probably best with 4 or 5", says its author
    minutes=MINUTES,
    length="upwards of 45 minutes",
    pictured=("journey", "lunatic", "castle", "huntress"),
    brief="three rounds, and then most tokens win",
    brief_minutes=BRIEF_MINUTES,
)
