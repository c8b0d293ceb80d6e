"""Event streams and waiting reads, and those who are told at once."""
