"""Where things are kept, as the environment says."""

import os
from pathlib import Path


def data_folder() -> Path:
    """Return the folder of keys and data (FAIRDEAL_DATA)."""
    return Path(os.environ.get("FAIRDEAL_DATA") or "fairdeal-data").resolve()


def archive_url(data: Path) -> str:
    """Return the address of the archive (FAIRDEAL_ARCHIVE_URL), in the data folder unless set."""
    return os.environ.get("FAIRDEAL_ARCHIVE_URL") or str(data / "archive")
