"""``python -m service.commands.tied PID`` is the command ``fairdeal``, ended with the process PID.

PID is the process that starts it.
"""

import os
import sys

from events.parent_process import die_with_parent
from service.commands.main import main

if __name__ == "__main__":
    parent = int(sys.argv.pop(1))
    die_with_parent()
    if os.getppid() != parent:  # it ended before
        raise SystemExit(1)
    main()
