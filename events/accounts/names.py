"""Names of players: what may stand in one, and what each of them is compared by.

Rule P1: a name is one player's, in any case of its letters. Rule P2: it is of characters that
PRECIS lets names have, and all of them are seen. Rule P3: it does not look like another's.

The profile is Nickname (RFC 8266), for names that people are shown: it takes spaces and symbols,
where those of RFC 8265 are for what people log in with. The library, precis-i18n, is kept up, asks
no network and brings nothing else along.
"""

import unicodedata
from collections.abc import Mapping
from typing import Any

from precis_i18n import get_profile

from events.accounts.alike import first_difference, skeleton
from games.core.errors import FairdealError
from games.core.presentation.texts import english_text, template

LONGEST = 40  # characters
BIDI_CONTROLS = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
# Seen nowhere, though Unicode does not call them ignorable; joiners only where letters join.
BLANKS = frozenset("\u200c\u200d\u115f\u1160\u2800\u3164\uffa0\ufffc\U00016fe4\U0001d159")
IGNORABLE = "DISALLOWED/precis_ignorable_properties"
PROFILE = get_profile("NicknameCasePreserved")
BIDI = template(
    "player.name_bidi",
    "Character {at}, {character}, changes the writing direction of the text around it; leave it"
    " out",
    at="number", character="word",
)  # fmt: skip
INVISIBLE = template(
    "player.name_invisible",
    "Character {at}, {character}, is invisible; leave it out",
    at="number", character="word",
)  # fmt: skip
NOT_ALLOWED = template(
    "player.name_character",
    "Character {at}, {character}, is not allowed in a name{why}; names may hold letters, digits,"
    " spaces between them, signs and symbols (RFC 8266)",
    at="number", character="word", why="word",
)  # fmt: skip
ALIKE = template(
    "player.name_alike",
    "This name looks like another player's, of which it differs first by character {at},"
    " {character}; choose a name that people can tell from others",
    at="number", character="word",
)  # fmt: skip


class NameRefused(FairdealError):
    """A name that its player may not have."""

    status, rule = 422, "P2"

    def members(self) -> Mapping[str, Any]:
        """Return the rule."""
        return {"rule": self.rule}


class NameBidi(NameRefused):
    """A name that turns the direction of what stands around it."""

    code = "player/name_bidi"

    def __init__(self, name: str, at: int) -> None:
        self.detail = english_text(BIDI(**_character_at(name, at)))
        super().__init__(self.detail)


class NameInvisible(NameRefused):
    """A name with a character that nobody sees."""

    code = "player/name_invisible"

    def __init__(self, name: str, at: int) -> None:
        self.detail = english_text(INVISIBLE(**_character_at(name, at)))
        super().__init__(self.detail)


class NameCharacter(NameRefused):
    """A name with a character that is for no name."""

    code = "player/name_character"

    def __init__(self, name: str, at: int, why: str = "") -> None:
        self.detail = english_text(NOT_ALLOWED(**_character_at(name, at), why=why))
        super().__init__(self.detail)


class NameTaken(NameRefused):
    """Another player has this name."""

    code, status, rule = "player/name_taken", 409, "P1"
    detail = "Another player has this name; choose another"


class NameAlike(NameRefused):
    """Another player has a name that looks like this one."""

    code, status, rule = "player/name_alike", 409, "P3"

    def __init__(self, name: str, other: str) -> None:
        where = _character_at(name, first_difference(name, other))
        self.detail = english_text(ALIKE(**where))
        super().__init__(self.detail)


def _character_at(name: str, at: int) -> dict[str, Any]:
    """Return a character of a name in words, itself not shown: it may be none to be seen."""
    called = unicodedata.name(name[at], "")
    return {"at": at + 1, "character": f"U+{ord(name[at]):04X}{called and ' ' + called}"}


def canonical_name(name: str) -> str:
    """Return a name as it is kept: spaces made plain, letters of one form.

    Raises:
        NameRefused: it has a character that names may not have (rule P2).
    """
    for at, one in enumerate(name):
        if one in BIDI_CONTROLS:
            raise NameBidi(name, at)
        if one in BLANKS:
            raise NameInvisible(name, at)
    try:
        canonical = PROFILE.enforce(name)
    except UnicodeEncodeError as error:
        at = max(0, name.find(error.object[error.start]))
        raise (NameInvisible if error.reason == IGNORABLE else NameCharacter)(name, at) from None
    if unicodedata.category(canonical[0]).startswith("M"):
        raise NameCharacter(
            name, 0, " as its first character: it combines with the character before it"
        )
    if len(canonical) > LONGEST:
        at = next(at for at in range(len(name)) if len(PROFILE.enforce(name[: at + 1])) > LONGEST)
        raise NameCharacter(name, at, f" at this place: a name has at most {LONGEST} characters")
    return canonical


def name_comparison_keys(name: str) -> tuple[str, str]:
    """Return what names are compared by: rule P1 by their small letters, P3 by their looks."""
    return name.casefold(), skeleton(name)
