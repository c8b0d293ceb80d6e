"""Push updates: what processes hear of while it happens."""
