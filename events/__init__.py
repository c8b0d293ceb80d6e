"""The log: records, seals and chain, the store in Redis, log files, receipts."""
