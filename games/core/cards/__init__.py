"""Decks that several games use, and how suits look."""
