"""What others do, measured beside ours in one run: ``python -m bench.peers``."""
