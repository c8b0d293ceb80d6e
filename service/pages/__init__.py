"""Pages for people: the web client, the documentation, health."""
