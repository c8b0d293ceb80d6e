-- Claim what is due: move its time ahead by a lease, so that a claim that is lost comes back.
-- KEYS  due, place of the job        ARGV  now in ms, lease in ms, most, attempt of the job
-- Gives tables and their times. The job keeps its place by it, unless another has taken that; with
-- nothing left its place is free before anything can become due that nobody is asked to do.
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'WITHSCORES', 'LIMIT', 0, ARGV[3])
for i = 1, #found, 2 do
  redis.call('ZADD', KEYS[1], 'XX', ARGV[1] + ARGV[2], found[i])
end
local holder = redis.call('GET', KEYS[2])
if holder == ARGV[4] and #found == 0 then
  redis.call('DEL', KEYS[2])
elseif #found > 0 and (not holder or holder == ARGV[4]) then
  redis.call('SET', KEYS[2], ARGV[4], 'PX', ARGV[2])
end
return found
