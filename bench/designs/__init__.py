"""Plans of round robins that are stored: `python -m bench.designs` looks for them anew."""
