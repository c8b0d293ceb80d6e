"""Everything that is read: views, the lobby, players."""
