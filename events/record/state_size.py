"""About how many bytes of memory a folded state takes."""

import gc
import sys
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final

from games.core.game import Game

SHARED: Final = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType, Game)


def state_size(state: Any) -> int:
    """Return the bytes of a state and of all that it refers to, but for code and rules.

    What several states share counts for each, so it is rather too much. 20 KB take 0.2 ms.
    """
    seen, size, waiting = set[int](), 0, [state]
    while waiting:
        one = waiting.pop()
        if id(one) not in seen and not isinstance(one, SHARED):
            seen.add(id(one))
            size += sys.getsizeof(one)
            waiting += gc.get_referents(one)
    return size
