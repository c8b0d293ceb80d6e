"""The API's processes: granian's connections in front, the WSGI app behind."""
