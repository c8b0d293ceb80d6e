-- Bring rows of a read model and its place in a feed forward together, or not at all.
-- KEYS  rows, index, places      (one slot)
-- ARGV  partition, feed id, then table, score and row ('' removes it) of each row
local place = redis.call('HGET', KEYS[3], ARGV[1])
if place then
  local oldms, oldseq = string.match(place, '^(%d+)-(%d+)$')
  local ms, seq = string.match(ARGV[2], '^(%d+)-(%d+)$')
  oldms, oldseq, ms, seq = tonumber(oldms), tonumber(oldseq), tonumber(ms), tonumber(seq)
  if ms < oldms or (ms == oldms and seq <= oldseq) then return 0 end
end
for i = 3, #ARGV, 3 do
  if ARGV[i + 2] == '' then
    redis.call('HDEL', KEYS[1], ARGV[i])
    redis.call('ZREM', KEYS[2], ARGV[i])
  else
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 2])
    redis.call('ZADD', KEYS[2], ARGV[i + 1], ARGV[i])
  end
end
redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
return 1
