"""Ratings of players and bots, and the standings made of them."""
