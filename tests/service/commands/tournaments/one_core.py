"""`fairdeal` as on a machine of one core, started as a module with its arguments.

A cup's own server has a process of each kind of worker for each core; a test needs one of them.
"""

import os

from service.commands.main import main

if __name__ == "__main__":
    os.cpu_count = lambda: 1
    main()
