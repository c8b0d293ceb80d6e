"""Disputes about hands, and the rulings on them."""
