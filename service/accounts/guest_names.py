"""Names of guests: two words that people can say, and a number, so that there are enough."""

import secrets
from typing import Final

QUALITIES: Final = (
    "Agile", "Amber", "Brave", "Bright", "Brisk", "Calm", "Clever", "Cosy", "Curious", "Dapper",
    "Eager", "Early", "Fond", "Gentle", "Golden", "Happy", "Hardy", "Honest", "Jolly", "Keen",
    "Kind", "Lively", "Lucky", "Mellow", "Merry", "Nimble", "Patient", "Plucky", "Polite", "Proud",
    "Quick", "Quiet", "Ready", "Rosy", "Silver", "Sly", "Steady", "Sunny", "Swift", "Witty",
)  # fmt: skip
ANIMALS: Final = (
    "Badger", "Beaver", "Bison", "Crane", "Curlew", "Deer", "Dolphin", "Dormouse", "Falcon",
    "Ferret", "Finch", "Fox", "Gecko", "Hare", "Hedgehog", "Heron", "Ibex", "Jackdaw", "Kestrel",
    "Lark", "Lemur", "Lynx", "Magpie", "Marmot", "Mole", "Newt", "Otter", "Owl", "Panda", "Penguin",
    "Pika", "Plover", "Puffin", "Quail", "Raven", "Robin", "Seal", "Shrew", "Sparrow", "Squirrel",
    "Starling", "Stoat", "Swan", "Tern", "Toad", "Vole", "Walrus", "Weasel", "Wren", "Yak",
)  # fmt: skip
NUMBERS: Final = range(1_000, 10_000)


def draw_guest_name() -> str:
    """Return a name by chance, which somebody may have already: `Quiet Otter 4821`."""
    words = secrets.choice(QUALITIES), secrets.choice(ANIMALS)
    return f"{' '.join(words)} {secrets.choice(NUMBERS)}"
