"""Folders that tests read, wherever a test stands."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
TESTS: Final = ROOT / "tests"
EXAMPLES: Final = ROOT / "examples"
GOLDEN_LOGS: Final = TESTS / "events" / "record" / "golden"

Put = Callable[[str, Any], Path]  # writes a file of that name, for the fixture `put`
