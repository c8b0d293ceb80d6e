"""Tests of High Card, and what those that hold for every game need to know of it."""
