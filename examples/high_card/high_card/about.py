"""What a host wants to know of High Card."""

from games.core.about import About
from high_card.minutes import MINUTES

ABOUT = About(
    kind="A small trick-taking game: the highest card takes the trick.",
    summary=(
        "Everybody has a few cards and plays one of them to each trick. The highest card takes the"
        " trick. Whoever has taken most tricks after some hands wins."
    ),
    introduction=(
        "Each hand you get three cards. The seat to the left of the dealer leads; in turn everybody"
        " plays a card, and any card will do. The highest card takes the trick, and no two cards"
        " are equal: clubs are lowest, then come diamonds, hearts and spades. Each trick is a"
        " point. The only question is when to play your best card, and when to be rid of your"
        " worst. After three hands whoever has most points wins."
    ),
    difficulty="easy",
    minutes=MINUTES,
)
