"""Players, and what they wrote."""
