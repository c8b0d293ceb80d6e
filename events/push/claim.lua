-- Claim notices that are due: move their time ahead by a lease, so that a lost claim comes back.
-- KEYS  due, pending        ARGV  now in ms, lease in ms, most
-- Gives names and texts.
local claimed = {}
for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])) do
  local known = redis.call('HGET', KEYS[2], name)
  if known then
    redis.call('ZADD', KEYS[1], ARGV[1] + ARGV[2], name)
    claimed[#claimed + 1] = name
    claimed[#claimed + 1] = known
  else
    redis.call('ZREM', KEYS[1], name)
  end
end
return claimed
