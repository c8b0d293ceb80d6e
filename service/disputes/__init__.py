"""Disputes and rulings over HTTP, and the evidence for them."""
