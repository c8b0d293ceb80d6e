"""Write out dataclasses for mypyc: ``python dataclasses_written.py MODULE...``, in their place.

Of a dataclass mypyc compiles all but what `dataclasses` writes when it runs, and with that play
spends most of its time. So each gets its ``__init__`` as source, one that is not frozen a
``__copy__`` for `private_copy`, and the annotations and docstrings that mypyc forgets.
"""

import ast
import builtins
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

# What mypy would say of the lines that are added: they assign to fields of frozen records.
HEAD = '# mypy: disable-error-code="misc,name-defined,valid-type"\n'
MADE = ("field(", "dataclasses.field(")  # defaults that `dataclasses` must make itself
Fields = dict[str, tuple[str, str]]  # name -> annotation and default as they are written, or ""


def main() -> None:
    """Write out the modules that are named."""
    fields: dict[str, Fields] = {}
    paths = sorted(map(Path, sys.argv[1:]), key=lambda path: path.stem != "state")
    for path in paths:  # states first, since others are built on them
        write_out(path, fields)


def write_out(path: Path, fields: dict[str, Fields]) -> None:
    """Write out the dataclasses of a module; `fields` are those of each, by folder and name."""
    text = written_out(path.read_text(), fields, f"{path.parent.name}.")
    if text is not None:
        path.write_text(HEAD + text)


def written_out(source: str, fields: dict[str, Fields], prefix: str = "") -> str | None:
    """Return a module with its dataclasses written out; None where there is none."""
    tree = ast.parse(source)
    body: list[ast.stmt] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and (how := decorator(node)) is not None:
            body += inherited_names(node, tree, fields, prefix)
            body.append(node)
            body += write_class(node, how, fields, prefix)
            continue
        body.append(node)
        if isinstance(node, ast.ClassDef) and any(
            ast.unparse(base) in ("NamedTuple", "TypedDict") for base in node.bases
        ):
            body += annotated(node)
    if len(body) == len(tree.body):
        return None
    tree.body = body
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def decorator(node: ast.ClassDef) -> int | None:
    """Return which of its decorators makes a class a dataclass."""
    for at, one in enumerate(node.decorator_list):
        if ast.unparse(one).partition("(")[0] == "dataclass":
            return at
    return None


def write_class(
    node: ast.ClassDef, how: int, fields: dict[str, Fields], prefix: str
) -> Iterator[ast.stmt]:
    """Give a dataclass its methods; yield what comes after it."""
    own = dict(fields_in(node))
    given = getattr(node.decorator_list[how], "keywords", [])
    keywords = {one.arg: ast.unparse(one.value) for one in given if one.arg != "slots"}
    if not any(default.startswith(MADE) for _, default in own.values()):
        every: Fields = {}
        for base in node.bases:
            every |= fields.get(prefix + ast.unparse(base), {})
        every |= own
        fields[prefix + node.name] = every
        keywords["init"] = "False"
        methods = [init(every)] if "frozen" in keywords else [init(every), copy(node.name, every)]
        node.body += [ast.parse(method).body[0] for method in methods]
    said = ", ".join(f"{name}={value}" for name, value in keywords.items())
    node.decorator_list[how] = ast.parse(f"dataclass({said})", mode="eval").body
    yield from annotated(node)


def inherited_names(
    node: ast.ClassDef, tree: ast.Module, fields: Mapping[str, Fields], prefix: str
) -> Iterator[ast.stmt]:
    """Yield imports of what the fields of a class's bases are made of, from where the bases are."""
    for base in map(ast.unparse, node.bases):
        texts = [text for pair in fields.get(prefix + base, {}).values() for text in pair if text]
        every = [one for text in texts for one in ast.walk(ast.parse(text))]
        names = {one.id for one in every if isinstance(one, ast.Name)} - set(dir(builtins))
        for one in tree.body:
            if isinstance(one, ast.ImportFrom) and base in [name.name for name in one.names]:
                aliases = [ast.alias(name) for name in sorted(names)]
                yield from [ast.ImportFrom(one.module, aliases, 0)] if aliases else []


def annotated(node: ast.ClassDef) -> list[ast.stmt]:
    """Return what gives a class the annotations and the docstring that stand in its source."""
    written = ", ".join(f"{name!r}: {kind}" for name, (kind, _) in fields_in(node))
    lines = [f"setattr({node.name}, '__annotations__', {{{written}}})"]
    if (text := ast.get_docstring(node, clean=False)) is not None:
        lines.append(f"setattr({node.name}, '__doc__', {text!r})")
    return ast.parse("\n".join(lines)).body


def fields_in(node: ast.ClassDef) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the fields that stand in the class itself."""
    for one in node.body:
        if isinstance(one, ast.AnnAssign):
            default = "" if one.value is None else ast.unparse(one.value)
            yield ast.unparse(one.target), (ast.unparse(one.annotation), default)


def init(fields: Mapping[str, tuple[str, str]]) -> str:
    """Return the constructor that `dataclasses` would write."""
    taken = [
        f"{name}: {kind}" + (f" = {default}" if default else "")
        for name, (kind, default) in fields.items()
    ]
    lines = [f"    self.{name} = {name}" for name in fields] or ["    pass"]
    return "\n".join([f"def __init__({', '.join(['self', *taken])}) -> None:", *lines])


def copy(name: str, fields: Mapping[str, tuple[str, str]]) -> str:
    """Return what `private_copy` asks for where there is no ``__dict__``."""
    values = ", ".join(f"self.{field}" for field in fields)
    return f"def __copy__(self) -> {name!r}:\n    return {name}({values})"


if __name__ == "__main__":
    main()
