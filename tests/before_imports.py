"""What has to hold before a test process imports anything else; the conftest begins with it."""

import gc
import os
import sys

# Keep compiled modules, whatever the environment says: a run starts hundreds of processes, and what
# the conftest imports (Hypothesis, all games) takes a second to compile in each.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Modules and tests live as long as the run: nothing that is made while they are collected is
# garbage. The conftest switches it on again afterwards.
gc.disable()
