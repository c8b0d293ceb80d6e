"""What a host wants to know of Boosh."""

from games.boosh.minutes import BRIEF_MINUTES, MINUTES
from games.core.about import About

ABOUT = About(
    kind="A bluffing game: improve four hidden cards, and call when you dare.",
    summary=(
        "Four cards lie face down before you. You exchange them until your hand is the"
        " highest, or until the others will believe that it is. Then you call Boosh, and see"
        " who dares to stay in."
    ),
    introduction=(
        "On your turn you take the top card of the deck or of the face-up pile. It takes the"
        " place of one of your four, or you throw it away. Then you may call Boosh. The others"
        " have one more turn each. All turn two cards over, and each of the others"
        " folds or stays in. If all fold, the caller has won; otherwise the hands are"
        " compared. A good call brings many points, a bad one costs half as many, and who"
        " stays in and loses pays too. You win by a call that takes you to the target."
    ),
    difficulty="easy",
    best=(3, 4),  # ours: a bluff needs somebody who may fold
    minutes=MINUTES,
    pictured=("QH", "KS", "JK", "9D"),
    brief="one hand",
    brief_minutes=BRIEF_MINUTES,
)
