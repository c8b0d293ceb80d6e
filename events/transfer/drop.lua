-- Drop the stream of a table whose log is in the archive, with all that lives as long as it.
-- KEYS  log, once, closed, snapshot, then what is due
-- ARGV  table, n and head of the last archived event
-- Gives 'dropped' | 'gone' | 'changed'; `all` keeps the table
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if #newest > 0 then
  local n, fields = tonumber(string.match(newest[1][1], '^(%d+)')), newest[1][2]
  if n ~= tonumber(ARGV[2]) or fields[#fields] ~= ARGV[3] then return 'changed' end
end
redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[4])
redis.call('ZREM', KEYS[3], ARGV[1])
for k = 5, #KEYS do redis.call('ZREM', KEYS[k], ARGV[1]) end
return #newest > 0 and 'dropped' or 'gone'
