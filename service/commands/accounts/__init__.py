"""What an operator does for accounts."""
