-- Take in a finished table of another server, whose log is in the archive already.
-- KEYS  log, all, feed
-- ARGV  table, time of its opening in ms, number of its last event, types of its events
-- Gives 1, or 0 where the table is known
if redis.call('EXISTS', KEYS[1]) == 1 or redis.call('ZSCORE', KEYS[2], ARGV[1]) then return 0 end
redis.call('XADD', KEYS[3], '*', 't', ARGV[1], 'f', 1, 'l', ARGV[3], 'y', ARGV[4])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
return 1
