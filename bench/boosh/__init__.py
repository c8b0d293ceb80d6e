"""The table by which Boosh is played: computed, and held against one who deviates."""
