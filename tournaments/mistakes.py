"""Settings are read to the end: every mistake is named with its path, not the first alone."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import is_dataclass
from typing import Any, get_args, get_origin, get_type_hints

from games.core.errors import BadInput
from games.core.type_hints.values import BadValue, declared_fields, reader_of


class BadSettings(BadValue):
    """Settings with mistakes; `path` and `why` are those of the first."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        path, why = next(iter(errors.items()))
        super().__init__(path, why)
        BadInput.__init__(self, "; ".join(f"{at}: {why}" for at, why in errors.items()), errors)


class SettingMistakes:
    """What is wrong with settings, by path; of several words about one the first stands."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def note(self, path: str, why: str) -> None:
        """Note that something is wrong."""
        self.found.setdefault(path, why)

    @contextmanager
    def noting(self, path: str = "") -> Iterator[None]:
        """Note what is refused within, at a path."""
        try:
            yield
        except BadValue as bad:
            self.note(".".join(filter(None, (path, bad.path))), bad.why)

    def spare(self, *sections: str) -> bool:
        """Say whether nothing is wrong in these sections, so that they can be held together."""
        return not any(path.split(".")[0] in sections for path in self.found)

    def require_none(self) -> None:
        """Refuse settings with mistakes."""
        if self.found:
            raise BadSettings(self.found)


NOTHING: Mapping[str, Any] = {}
TOO_BIG = 2**53  # not exact in every reader of JSON, so no event may hold it


def read_record(
    kind: type[Any],
    data: Any,
    path: str,
    wrong: SettingMistakes,
    instead: Mapping[str, Any] = NOTHING,
) -> Any:
    """Return a record of JSON, what is wrong in it as if it were not told; else None.

    Lists of records keep their places: None stands where one can't be read. `instead` has values
    for fields that must be told.
    """
    if not isinstance(data, dict):
        wrong.note(path or "type", "must be an object")
        return None
    hints, known, good = get_type_hints(kind, include_extras=True), declared_fields(kind), {}
    names = [field.name for field in known]
    for name in sorted(data.keys() - {*names}):
        wrong.note(_nested_path(path, name), f"is unknown; there are: {', '.join(names)}")
    for field in known:
        if field.name in data:
            before = len(wrong.found)
            value = _read_value(
                hints[field.name], data[field.name], _nested_path(path, field.name), wrong
            )
            if value is not None or len(wrong.found) == before:
                good[field.name] = value
        elif field.required:
            wrong.note(_nested_path(path, field.name), "is missing")
    good = {**instead, **good}
    if any(field.required and field.name not in good for field in known):
        return None
    return kind(**good)


def _read_value(hint: Any, value: Any, path: str, wrong: SettingMistakes) -> Any:
    """Return a value of JSON as the type of its field says; None where that is wrong."""
    if is_dataclass(hint):
        return read_record(hint, value, path, wrong)  # type: ignore[arg-type]
    if get_origin(hint) is tuple and is_dataclass(own := get_args(hint)[0]):
        if not isinstance(value, list | tuple):
            wrong.note(path, "must be an array")
            return None
        return tuple(
            read_record(own, one, _nested_path(path, str(at)), wrong)  # type: ignore[arg-type]
            for at, one in enumerate(value)
        )
    with wrong.noting(path):
        found = reader_of(hint)(value)
        if type(found) is int and abs(found) >= TOO_BIG:
            raise BadValue("", "must be a whole number under 2^53 in size")
        return found
    return None


def _nested_path(path: str, name: str) -> str:
    """Return the path of what lies within another."""
    return f"{path}.{name}" if path else name
