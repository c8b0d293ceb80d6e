"""On which line of a TOML file each key and each element stands.

No maintained library tells: tomllib and rtoml keep no positions, tomlkit keeps them to itself.
"""

import re
from collections.abc import Mapping

KEY = re.compile(r"[A-Za-z0-9_-]+|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'")
TEXT = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?!")|\'\'\'.*?\'\'\'(?!\')|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL
)
BARE = re.compile(r"[^,\]\}\n#]+")
BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
WITHIN = re.compile(r"[ \t]*")


def toml_line_numbers(text: str) -> Mapping[str, int]:
    """Return the lines, from 1, by path; the text must be TOML.

    >>> text = "name = 'A'\\n[[games]]\\ngame = 'boon'\\noptions = {a = 1}"
    >>> toml_line_numbers(text)["games.0.options.a"]
    4
    """
    return TomlLineReader(text).found


class TomlLineReader:
    """A text as far as it was read, and the lines found so far."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.found: dict[str, int] = {}
        self.elements: dict[str, int] = {}  # of arrays of tables: how many there are
        base = ""
        while self.passed(BLANK) < len(text):
            if text[self.at] == "[":
                base = self.header()
            else:
                self.entry(base)

    def passed(self, blank: re.Pattern[str]) -> int:
        """Pass over what means nothing; return the place behind it."""
        found = blank.match(self.text, self.at)
        assert found is not None
        self.at = found.end()
        return self.at

    def taken(self, pattern: re.Pattern[str]) -> str:
        """Take what matches here, and the blanks behind it."""
        found = pattern.match(self.text, self.at)
        assert found is not None, f"no TOML at {self.at}"
        self.at = found.end()
        self.passed(WITHIN)
        return found[0]

    def note(self, path: str) -> str:
        """Keep the line of a path, unless it is known; return the path."""
        self.found.setdefault(path, self.text.count("\n", 0, self.at) + 1)
        return path

    def key(self) -> list[str]:
        """Read a key, dotted or not."""
        parts = [_unquote_key(self.taken(KEY))]
        while self.text[self.at] == ".":
            self.at += 1
            self.passed(WITHIN)
            parts.append(_unquote_key(self.taken(KEY)))
        return parts

    def header(self) -> str:
        """Read ``[a.b]`` or ``[[a.b]]``; return the path of what stands below."""
        many = self.text.startswith("[[", self.at)
        start = self.at
        self.at += 1 + many
        self.passed(WITHIN)
        parts = self.key()
        self.at, end = start, self.at
        base = ""
        for at, part in enumerate(parts):
            base = self.note(_join_path(base, part))
            if many and at == len(parts) - 1:
                self.elements[base] = self.elements.get(base, 0) + 1
            if base in self.elements:
                base = self.note(_join_path(base, str(self.elements[base] - 1)))
        self.at = end + 1 + many
        return base

    def entry(self, base: str) -> None:
        """Read a key with its value."""
        start = self.at
        parts = self.key()
        self.at, end = start, self.at
        for part in parts:
            base = self.note(_join_path(base, part))
        self.at = end + 1  # behind the sign of equality
        self.passed(WITHIN)
        self.value(base)

    def value(self, path: str) -> None:
        """Read a value, with all that is in it."""
        match self.text[self.at]:
            case "[":
                self.array(path)
            case "{":
                self.table(path)
            case '"' | "'":
                self.taken(TEXT)
            case _:
                self.taken(BARE)

    def array(self, path: str) -> None:
        """Read an array."""
        self.at, count = self.at + 1, 0
        while self.text[self.passed(BLANK)] != "]":
            self.value(self.note(_join_path(path, str(count))))
            count += 1
            self.comma()
        self.at += 1

    def table(self, path: str) -> None:
        """Read an inline table."""
        self.at += 1
        while self.text[self.passed(BLANK)] != "}":
            self.entry(path)
            self.comma()
        self.at += 1

    def comma(self) -> None:
        """Pass over a comma, if there is one."""
        self.passed(BLANK)
        self.at += self.text[self.at] == ","


def _join_path(base: str, part: str) -> str:
    """Return the path of a part."""
    return f"{base}.{part}" if base else part


def _unquote_key(key: str) -> str:
    """Return a key without its quotes."""
    return key[1:-1] if key[0] in "\"'" else key


def line_at(lines: Mapping[str, int], path: str) -> int:
    """Return the line of a path, or of the nearest thing around it that the file has."""
    while path and path not in lines:
        path = path.rpartition(".")[0]
    return lines.get(path, 1)
