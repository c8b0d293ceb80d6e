"""Folders that tests read, wherever a test stands."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
TESTS: Final = ROOT / "tests"
EXAMPLES: Final = ROOT / "examples"
GOLDEN_LOGS: Final = TESTS / "events" / "record" / "golden"
