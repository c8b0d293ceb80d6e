-- Drop a stream that is in the archive and may go on; its repeat keys stay, as it does in `all`.
-- KEYS  log, shelved, closed
-- ARGV  stream, n and head of the last archived event
-- Gives 1, or 0 where the stream has another end
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if #newest == 0 then return 0 end
local fields = newest[1][2]
if tonumber(string.match(newest[1][1], '^(%d+)')) ~= tonumber(ARGV[2]) or fields[#fields] ~= ARGV[3] then
  return 0
end
redis.call('UNLINK', KEYS[1]) -- first: a server that is full takes the rest behind it alone
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('ZREM', KEYS[3], ARGV[1])
return 1
