"""All read models together: their list, their rebuild, how they fare."""
