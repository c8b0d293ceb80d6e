"""The example of what the server counts and measures."""

METRICS = """# HELP fairdeal_appends_total Commands that were appended to logs.
# TYPE fairdeal_appends_total counter
fairdeal_appends_total 42.0
# HELP fairdeal_requests_total Answers by operation and status.
# TYPE fairdeal_requests_total counter
fairdeal_requests_total{operation="play.act",status="200"} 42.0
# HELP fairdeal_processes Running processes.
# TYPE fairdeal_processes gauge
fairdeal_processes{kind="api",version="0.1.0"} 2.0
# HELP fairdeal_waiting Waiting reads and streams.
# TYPE fairdeal_waiting gauge
fairdeal_waiting 3.0
# HELP fairdeal_store_memory_bytes Memory that the store uses.
# TYPE fairdeal_store_memory_bytes gauge
fairdeal_store_memory_bytes 1.3258416e+07
# HELP fairdeal_store_memory_limit_bytes Memory that it may use; 0: all.
# TYPE fairdeal_store_memory_limit_bytes gauge
fairdeal_store_memory_limit_bytes 4.294967296e+09
"""
