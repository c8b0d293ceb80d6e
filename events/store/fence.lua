-- Make sure of an event: is it there, and does WAIT tell of it and of all before it?
-- KEYS  log, fence, feed         ARGV  n of the event, its head, how names of logs begin,
--                                      what to write into the fence ('' for nothing)
-- Gives {1 if it is there or else 0}, and behind that of the newest append of the partition: id in
--       the feed, stream, last n, the head there
-- WAIT knows only of writes of its own connection, so one is made here, whoever wrote before.
local function head_of(log, n)
  local found = redis.call('XRANGE', log, n .. '-0', n .. '-0')
  return #found > 0 and found[1][2][#found[1][2]]
end
local there = head_of(KEYS[1], ARGV[1]) == ARGV[2] and 1 or 0
if ARGV[4] ~= '' then redis.call('SET', KEYS[2], ARGV[4]) end
local newest = redis.call('XREVRANGE', KEYS[3], '+', '-', 'COUNT', 1)
if #newest == 0 then return {there} end
local fields = {}
for k = 1, #newest[1][2], 2 do fields[newest[1][2][k]] = newest[1][2][k + 1] end
local head = head_of(ARGV[3] .. fields['t'], fields['l'])
if not head then return {there} end -- it is archived by now
return {there, newest[1][1], fields['t'], tonumber(fields['l']), head}
