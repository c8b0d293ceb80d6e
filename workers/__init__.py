"""What happens without a request: follower, bot turns, clock."""

import atexit
import gc

gc.set_threshold(10_000)  # as in `service`
atexit.register(gc.freeze)
