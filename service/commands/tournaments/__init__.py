"""Whole tournaments from one file: `fairdeal tournament`."""
