-- Put in notices, each once; a newer one of the same name replaces an older, which is not sent.
-- KEYS  due, pending
-- ARGV  how many may wait, then for each notice: its name, n, text, when it is due, in ms
for i = 2, #ARGV, 4 do
  local known = redis.call('HGET', KEYS[2], ARGV[i])
  if not known or tonumber(string.match(known, '^%d+')) < tonumber(ARGV[i + 1]) then
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1] .. ' ' .. ARGV[i + 2])
    redis.call('ZADD', KEYS[1], ARGV[i + 3], ARGV[i])
  end
end
local more = redis.call('ZCARD', KEYS[1]) - ARGV[1]
if more > 0 then
  local popped = redis.call('ZPOPMIN', KEYS[1], more)
  for i = 1, #popped, 2 do redis.call('HDEL', KEYS[2], popped[i]) end
end
