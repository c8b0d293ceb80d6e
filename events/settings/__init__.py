"""What an operator may set: one table, read from the environment and from `fairdeal.toml`."""
