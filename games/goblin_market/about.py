"""What a host wants to know of Goblin Market."""

from games.core.about import About
from games.goblin_market.minutes import BRIEF_MINUTES, MINUTES

ABOUT = About(
    kind="An auction game in which three suits bring points and three cost you points.",
    summary=(
        "You buy cards at auctions, and each card counts for the suits that it shows. Your"
        " three best suits bring points, and the three others cost points. The goblins give"
        " coins to those who have bought little, and the bids of your rivals pay you for the"
        " cards that you own."
    ),
    introduction=(
        "Each auction sells one, two or three cards. You bid coins, or pass and are out of"
        " it. The highest bidder takes all of the cards, or picks one and leaves the next"
        " bidders to take and pay for the rest. Then money comes in. If the last digit of the"
        " winning bid fits cards that you own, you are paid for them. The goblins pay for"
        " suits that you do not have yet. When the cards are sold, only suits count: buy three"
        " of them, and think twice about everything else. Coins are worth nothing at the end."
    ),
    difficulty="medium",
    best=(4, 5),  # ours: with three, few bids pay for cards
    minutes=MINUTES,
    length="30 minutes",
    pictured=("market", "windfall", "merchant", "penitent"),
    brief="the whole game with 5 coins each",
    brief_minutes=BRIEF_MINUTES,
)
