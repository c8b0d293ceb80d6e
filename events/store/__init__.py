"""Redis Streams and what stands beside them."""
