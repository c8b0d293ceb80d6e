-- Put in notices, each once; a newer one of the same name replaces an older, which is not sent.
-- KEYS  due, pending        ARGV  for each notice: its name, n, text, when it is due, in ms
for i = 1, #ARGV, 4 do
  local known = redis.call('HGET', KEYS[2], ARGV[i])
  if not known or tonumber(string.match(known, '^%d+')) < tonumber(ARGV[i + 1]) then
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1] .. ' ' .. ARGV[i + 2])
    redis.call('ZADD', KEYS[1], ARGV[i + 3], ARGV[i])
  end
end
