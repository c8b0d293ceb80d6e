"""``python -m tests.service.commands.demo_at URL ...``: `fairdeal demo`, on a server that runs."""

import sys
from contextlib import nullcontext
from types import SimpleNamespace

from service.commands import demo
from service.commands.main import main

if __name__ == "__main__":
    url = sys.argv.pop(1)
    server = nullcontext(SimpleNamespace(url=url))
    vars(demo)["ServerStack"] = lambda *_: server  # what starting one says is tested elsewhere
    main(["demo", *sys.argv[1:]])
