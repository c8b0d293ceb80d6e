-- Bring rows of a read model and its place in a feed forward together, or not at all.
-- KEYS  rows, places, the index of each group      (one slot)
-- ARGV  partition, feed id, then of each row: name, number of its index (0: none), score, and the
--       row itself ('' removes it)
local place = redis.call('HGET', KEYS[2], ARGV[1])
if place then
  local oldms, oldseq = string.match(place, '^(%d+)-(%d+)$')
  local ms, seq = string.match(ARGV[2], '^(%d+)-(%d+)$')
  oldms, oldseq, ms, seq = tonumber(oldms), tonumber(oldseq), tonumber(ms), tonumber(seq)
  if ms < oldms or (ms == oldms and seq <= oldseq) then return 0 end
end
for i = 3, #ARGV, 4 do
  local name, index, score, row = ARGV[i], tonumber(ARGV[i + 1]), ARGV[i + 2], ARGV[i + 3]
  if row == '' then
    redis.call('HDEL', KEYS[1], name)
    for k = 3, #KEYS do redis.call('ZREM', KEYS[k], name) end
  else
    redis.call('HSET', KEYS[1], name, row)
    if index > 0 then redis.call('ZADD', KEYS[2 + index], score, name) end
  end
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
