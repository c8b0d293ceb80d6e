-- Run several commands, all or nothing, if what they rest on is still so.
-- KEYS  one of those that are named, for all of them lie in one slot
-- ARGV  how many conditions there are; for each, what a command must answer, how many words it has,
--       then these; for each command to run, how many words it has, then these
-- Gives 1, or 0 where a condition does not hold, and then nothing was done
local place = 2
for _ = 1, tonumber(ARGV[1]) do
  local words = tonumber(ARGV[place + 1])
  if tostring(redis.call(unpack(ARGV, place + 2, place + 1 + words))) ~= ARGV[place] then
    return 0
  end
  place = place + words + 2
end
while place <= #ARGV do
  local words = tonumber(ARGV[place])
  redis.call(unpack(ARGV, place + 1, place + words))
  place = place + words + 1
end
return 1
