-- Give the snapshot of a stream ('' for none), and the events from its last one on.
-- KEYS  log, snapshot, which begins with the number of that event and a space
local snapshot = redis.call('GET', KEYS[2]) or ''
local n = string.match(snapshot, '^(%d+) ')
return {snapshot, redis.call('XRANGE', KEYS[1], n and n .. '-0' or '-', '+')}
