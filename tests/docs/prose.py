"""How long the pages of the documentation are, and their sentences: ``python -m tests.docs.prose``.

Counts words as people read them: no code, no link targets; a cell of a table is a text of its own.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
SHARE = 0.95  # of a page's sentences
CODE = re.compile(r"^ *(```|~~~).*?^ *\1", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
RULE = re.compile(r"^[\s|:-]+$")  # the line below a table's head
ITEM = re.compile(r"^\s*(?:[*-]|\d+\.|>|#+)\s+")
WORD = re.compile(r"\w")
END = re.compile(r"(?<=[.!?])[\"')*_]*\s+(?=[\"'(*_`]*[A-Z0-9`])")


def pages() -> list[Path]:
    """Return the pages of the documentation."""
    own = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "games").rglob("*.md")]
    return sorted(own)


def word_count(text: str) -> int:
    """Return the number of words of a page."""
    return sum(len(words_of(one)) for one in sentences(text))


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a page, and what stands for itself: headings, cells of tables."""
    for block in blocks(text):
        yield from (one for one in END.split(block) if words_of(one))


def blocks(text: str) -> Iterator[str]:
    """Yield paragraphs, items of lists, headings and cells of tables."""
    plain = LINK.sub(r"\1", IMAGE.sub("", COMMENT.sub("", CODE.sub("", text))))
    lines: list[str] = []
    for line in [*plain.splitlines(), ""]:
        is_row = line.lstrip().startswith("|")
        if lines and (is_row or not line.strip() or ITEM.match(line)):
            yield " ".join(lines)
            lines = []
        if is_row:
            if not RULE.match(line):
                yield from (cell.strip() for cell in re.split(r"(?<!\\)\|", line))
        elif line.strip():
            lines.append(ITEM.sub("", line).strip())


def words_of(text: str) -> list[str]:
    """Return the words of a sentence."""
    return [word for word in text.split() if WORD.search(word)]


def long_sentence(text: str) -> int:
    """Return how many words a page's sentences have at most, but for the longest twentieth."""
    counts = sorted(len(words_of(one)) for one in sentences(text))
    return counts[int(SHARE * (len(counts) - 1))] if counts else 0


def main(names: Sequence[str]) -> None:
    """Print words and long sentences of pages."""
    total = 0
    for page in [Path(name).resolve() for name in names] or pages():
        text = page.read_text()
        total += word_count(text)
        longest = max(sentences(text), key=lambda one: len(words_of(one)), default="")
        print(f"{word_count(text):6} words, {long_sentence(text):3} a long sentence,"
              f" {len(words_of(longest)):3} the longest: {page.relative_to(ROOT)}")  # fmt: skip
        if names:
            for one in sentences(text):
                if len(words_of(one)) > MOST_IN_A_SENTENCE:
                    print(f"         {len(words_of(one))}: {one}")
    print(f"{total:6} words in all")


MOST_IN_A_SENTENCE = 25  # words

if __name__ == "__main__":
    main(sys.argv[1:])
