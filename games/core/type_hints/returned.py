"""What a function is said to take and return; of a compiled one, as the source beside it has it."""

import ast
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints


def return_type(function: Callable[..., Any]) -> Any:
    """Return the type of what a function returns; None where it says none."""
    return hints_of(function).get("return")


def hints_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the types of parameters by name, and of what is returned by ``return``."""
    hints = get_type_hints(function)
    module = sys.modules[function.__module__]
    if hints or not getattr(module, "__file__", None):
        return hints
    for node in ast.parse(source_of(module).read_text()).body:
        if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
            given = {
                "return": node.returns,
                **{one.arg: one.annotation for one in _all_parameters(node)},
            }
            return {
                name: eval(ast.unparse(kind), vars(module)) for name, kind in given.items() if kind
            }
    return {}


def _all_parameters(node: ast.FunctionDef) -> list[ast.arg]:
    """Return all parameters of a function."""
    return [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]


def source_of(module: ModuleType) -> Path:
    """Return the file that a module was written in, which lies beside a compiled one."""
    path = Path(module.__file__ or "")
    return path.with_name(f"{path.name.partition('.')[0]}.py")
