"""Players, what they wrote, and keys: theirs and the server's."""
