"""HTTP and the command line."""
