-- Settle claimed notices: done, or due again; one that was replaced meanwhile stays as it is.
-- KEYS  due, pending        ARGV  for each notice: its name, n, text ('' for done), when it is due
for i = 1, #ARGV, 4 do
  local known = redis.call('HGET', KEYS[2], ARGV[i])
  if known and string.match(known, '^%d+') == ARGV[i + 1] then
    if ARGV[i + 2] == '' then
      redis.call('HDEL', KEYS[2], ARGV[i])
      redis.call('ZREM', KEYS[1], ARGV[i])
    else
      redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1] .. ' ' .. ARGV[i + 2])
      redis.call('ZADD', KEYS[1], ARGV[i + 3], ARGV[i])
    end
  end
end
