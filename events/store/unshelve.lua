-- Bring a stream back that was shelved; nothing of it is news.
-- KEYS  log, shelved, closed
-- ARGV  stream, number of its events, then e and h of every event
-- Gives 1 where the stream is there now, 0 where these are not the events that it went with
if redis.call('EXISTS', KEYS[1]) == 1 then return 1 end
if redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[2] then return 0 end
for i = 1, tonumber(ARGV[2]) do
  redis.call('XADD', KEYS[1], i .. '-0', 'e', ARGV[1 + 2 * i], 'h', ARGV[2 + 2 * i])
end
redis.call('HDEL', KEYS[2], ARGV[1])
return 1
