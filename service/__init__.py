"""HTTP and the command line."""

import atexit
import gc

# Objects between two looks for garbage among them: Python's 700 are one request's, and take a sixth
# of the time in which a process starts, whose modules stay.
gc.set_threshold(10_000)

# What is left when a process ends goes with it: a last look for garbage takes a third of the time
# in which a command without much to do runs.
atexit.register(gc.freeze)
