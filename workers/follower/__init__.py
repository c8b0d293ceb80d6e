"""The follower: it applies feed entries to read models, and enqueues what is due."""
