"""What tournaments do without a request."""
