"""The tables of functions of a package, found in its source, to be changed there.

A table is what a module makes with one of `MAKERS`.
"""

import ast
import inspect
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, NamedTuple, get_args

from games.core.type_hints.returned import hints_of, source_of

MAKERS = ("by_kind", "by_word", "by_name")
FUNCTION = (FunctionType, BuiltinFunctionType)  # as it is written, and compiled


class Row(NamedTuple):
    """One entry of a table: an event, action or word, and what stands there for it."""

    key: ast.expr
    value: ast.expr


class Dispatch:
    """A table in the source of its module."""

    def __init__(self, module: ModuleType, name: str, call: ast.Call) -> None:
        self.module, self.name, self.call = module, name, call

    def __str__(self) -> str:
        return f"{self.module.__name__}.{self.name}"

    @cached_property
    def rows(self) -> list[Row]:
        """All entries in their order."""
        named = self.call.args[1]
        if isinstance(named, ast.Dict):
            return [
                Row(key, value) for key, value in zip(named.keys, named.values, strict=True) if key
            ]
        entries = [one for one in self.call.args[1:] if isinstance(one, ast.Call)]
        return [Row(entry.args[-2], entry.args[-1]) for entry in entries]

    def lacking(self) -> Iterator[tuple[str, ast.Module]]:
        """Yield the module without each entry, and without each word that says there is none."""
        for at, row in enumerate(self.rows):
            tree, call = self.again()
            named = call.args[1]
            if isinstance(named, ast.Dict):
                del named.keys[at], named.values[at]
            else:
                del call.args[1 + at]
            yield ast.unparse(row.key), tree
        for at, word in enumerate(left_out(self.call)):
            tree, call = self.again()
            del left_out(call)[at]
            yield ast.unparse(word), tree

    def again(self) -> tuple[ast.Module, ast.Call]:
        """Return the module and the table in it, to be changed."""
        tree = parsed(self.module)
        return tree, dict(tables_of(tree))[self.name]

    def misfit(self, row: Row) -> str | None:
        """Return a function of the module that cannot stand in this row; None if it has none."""
        if isinstance(self.call.args[1], ast.Dict):
            return other_shape(self.module, row.value)
        kind = meaning(self.module, row.key)
        for _, other in self.rows:
            function = meaning(self.module, other)
            if isinstance(function, FUNCTION) and not takes(function, kind):
                return ast.unparse(other)
        return None

    def holds_function(self, row: Row) -> bool:
        """Say whether a function stands in this row."""
        return isinstance(row.value, ast.Lambda) or isinstance(
            meaning(self.module, row.value), FUNCTION
        )


def left_out(call: ast.Call) -> list[ast.expr]:
    """Return what a table says it goes without."""
    given = [one.value for one in call.keywords if one.arg == "without"]
    return given[0].elts if given and isinstance(given[0], ast.Tuple) else []


def parsed(module: ModuleType) -> ast.Module:
    """Return the source of a module as a tree of its own."""
    return ast.parse(source_of(module).read_text())


def tables_of(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Yield the tables of a module by name."""
    for one in tree.body:
        if isinstance(one, ast.Assign | ast.AnnAssign) and isinstance(one.value, ast.Call):
            target = one.target if isinstance(one, ast.AnnAssign) else one.targets[0]
            if ast.unparse(one.value.func) in MAKERS:
                yield ast.unparse(target), one.value


def modules_of(package: str) -> list[ModuleType]:
    """Return a package and all its modules."""
    root = import_module(package)
    found = [one.name for one in iter_modules(root.__path__) if not one.ispkg]
    return [root, *(import_module(f"{package}.{name}") for name in found)]


def dispatches(package: str) -> list[Dispatch]:
    """Return all tables of a package."""
    return [
        Dispatch(module, name, call)
        for module in modules_of(package)
        for name, call in tables_of(parsed(module))
    ]


def meaning(module: ModuleType, value: ast.expr) -> Any:
    """Return what a name means in its module; None for what is no name."""
    named = isinstance(value, ast.Name | ast.Attribute)
    return eval(ast.unparse(value), vars(module)) if named else None


def takes(function: Callable[..., Any], kind: Any) -> bool:
    """Say whether a parameter of a function may be of this kind."""
    hints = hints_of(function)
    return any(kind in (hint, *get_args(hint)) for name, hint in hints.items() if name != "return")


def other_shape(module: ModuleType, value: ast.expr) -> str | None:
    """Return a function of the module with another number of parameters."""
    if isinstance(value, ast.Lambda):
        count = len(value.args.args)
    else:
        count = len(inspect.signature(meaning(module, value)).parameters)
    for name, one in vars(module).items():
        own = isinstance(one, FUNCTION) and one.__module__ == module.__name__
        if own and len(inspect.signature(one).parameters) != count:
            return name
    return None
