-- Claim what is due: move its time ahead by a lease, so that a claim that is lost comes back.
-- KEYS  due        ARGV  now in ms, lease in ms, most
local members = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, member in ipairs(members) do
  redis.call('ZADD', KEYS[1], 'XX', ARGV[1] + ARGV[2], member)
end
return members
