-- Say that a follower lives, and give it its share of the partitions: as many as the others have.
-- A partition belongs to who holds it for as long as they live; what they have too many, they give.
-- KEYS  followers by the time until which they live, holder of each partition
-- ARGV  follower, how long it lives from now in ms, number of partitions
-- Gives the partitions that it holds from now on
local name, count = ARGV[1], tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[2], name)
-- When this clock was set back, who died before would else keep its partitions until it has caught
-- up: nobody was ever given longer than from now on.
for _, one in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now + ARGV[2], '+inf')) do
  redis.call('ZADD', KEYS[1], now + ARGV[2], one)
end

local lives, before = redis.call('ZRANGE', KEYS[1], 0, -1), 0
local alive = {}
for _, one in ipairs(lives) do
  alive[one] = true
  if one < name then before = before + 1 end
end
local share = math.floor(count / #lives) + (before < count % #lives and 1 or 0)

local raw, holders, mine = redis.call('HGETALL', KEYS[2]), {}, {}
for i = 1, #raw, 2 do holders[tonumber(raw[i])] = raw[i + 1] end
for partition = 0, count - 1 do
  if holders[partition] == name then
    if #mine < share then
      mine[#mine + 1] = partition
    else
      redis.call('HDEL', KEYS[2], partition)
    end
  end
end
for partition = 0, count - 1 do
  if #mine < share and holders[partition] ~= name and not alive[holders[partition] or ''] then
    redis.call('HSET', KEYS[2], partition, name)
    mine[#mine + 1] = partition
  end
end
return mine
