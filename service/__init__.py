"""HTTP and the command line."""

import gc

# Objects between two looks for garbage among them: Python's 700 are one request's, and take a sixth
# of the time in which a process starts, whose modules stay.
gc.set_threshold(10_000)
