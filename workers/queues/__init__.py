"""The job queues, and the functions that workers run for them."""
