-- Let names of before be compared by their looks too.
-- KEYS  names, skeletons      (one slot)
-- ARGV  player, name in small letters, its skeleton, and so on
-- Of names that look alike already the first one holds the look; each keeps its name
for k = 1, #ARGV, 3 do
  if redis.call('HGET', KEYS[1], ARGV[k + 1]) == ARGV[k] then
    redis.call('HSETNX', KEYS[2], ARGV[k + 2], ARGV[k])
  end
end
return 1
