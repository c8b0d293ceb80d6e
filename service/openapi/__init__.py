"""The description of the API, put together from prose and code."""
