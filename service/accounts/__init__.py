"""Players over HTTP: accounts, their tables, their news."""
