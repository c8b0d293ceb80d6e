-- Run several commands with nothing else in between.
-- KEYS  one of those that they name, for all of them lie in one slot
-- ARGV  for each command, how many words it has, then these
local replies, place = {}, 1
while place <= #ARGV do
  local words = tonumber(ARGV[place])
  table.insert(replies, redis.call(unpack(ARGV, place + 1, place + words)))
  place = place + words + 1
end
return replies
