"""Names that look alike: skeletons by UTS #39, from Unicode's own table of what looks like what.

`confusables.txt` is that table made short, under Unicode's licence, which stands at its head. No
library that we found alive gives skeletons without a compiler or a network. Another version of it:

    python -m events.accounts.alike <Unicode's confusables.txt> <its licence>

and another SKELETONS_KEY (`keys`), since what is kept of names must be of one version.
"""

import sys
from collections import defaultdict
from functools import cache
from pathlib import Path
from unicodedata import normalize

TABLE = Path(__file__).with_name("confusables.txt")


@cache
def confusables_table() -> dict[int, str]:
    """Return what each character looks like, for `str.translate`."""
    table: dict[int, str] = {}
    for line in TABLE.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            look_alike, sources = (
                [int(one, 16) for one in part.split()] for part in line.split(";")
            )
            table |= dict.fromkeys(sources, "".join(map(chr, look_alike)))
    return table


def _replace_lookalikes(text: str) -> str:
    """Return a text with each character as the one that it looks like."""
    return normalize("NFD", normalize("NFD", text).translate(confusables_table()))


def skeleton(name: str) -> str:
    """Return what all names have in common that look like this one, in any case of their letters.

    As it is shown first (a capital I is an l there), then in small letters, as names are compared.
    """
    return _replace_lookalikes(_replace_lookalikes(name).casefold())


def first_difference(name: str, other: str) -> int:
    """Return the place of the first character that tells a name from another."""
    pairs = enumerate(zip(name.casefold(), other.casefold(), strict=False))
    return next((at for at, (one, its) in pairs if one != its), min(len(name), len(other)) - 1)


def _confusable_lines(text: str) -> list[str]:
    """Return lines for `confusables.txt`: what is shown, and the characters that look like it."""
    by_look_alike: defaultdict[str, list[str]] = defaultdict(list)
    for line in text.splitlines():
        if body := line.partition("#")[0].strip("\ufeff \t"):
            source, look_alike, _ = (part.strip() for part in body.split(";"))
            by_look_alike[look_alike].append(source)
    return [
        f"{look_alike};{' '.join(sorted(sources))}"
        for look_alike, sources in sorted(by_look_alike.items())
    ]


def condense_confusables(text: str, licence: str) -> str:
    """Return the text of `confusables.txt`."""
    head = text.partition("#\n# For documentation")[0].strip("\ufeff").splitlines()
    notice = licence.partition("\n-----")[0].splitlines()
    lines = [*head, "#", "# Made short by `python -m events.accounts.alike`. The licence:", "#"]
    lines += [f"# {line}".rstrip() for line in notice]
    return "\n".join([*lines, *_confusable_lines(text)]) + "\n"


if __name__ == "__main__":
    TABLE.write_text(
        condense_confusables(*(Path(path).read_text("utf-8") for path in sys.argv[1:])), "utf-8"
    )
