"""What an event is: bytes, seals, chain, log files, receipts, checkpoints. Knows no Redis."""
