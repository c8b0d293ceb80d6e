"""A Redis server of our own, and the program that it runs."""
