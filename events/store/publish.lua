-- Take in what a process says of itself and has counted since; forget those that say nothing more.
-- KEYS seen (by time), records, numbers (of the newest publication), totals
-- ARGV process, number of this publication, record, milliseconds until it is forgotten, then
--      name and amount of each total that grew
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('HGET', KEYS[3], ARGV[1]) ~= ARGV[2] then -- else it was sent twice
  for i = 5, #ARGV, 2 do
    redis.call('HINCRBYFLOAT', KEYS[4], ARGV[i], ARGV[i + 1])
  end
end
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
local gone = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[4])
for _, process in ipairs(gone) do
  redis.call('ZREM', KEYS[1], process)
  redis.call('HDEL', KEYS[2], process)
  redis.call('HDEL', KEYS[3], process)
end
return now
