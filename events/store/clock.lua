-- Put a correction of Redis's time in the place of the one that was read, unless somebody else has.
-- KEYS  correction        ARGV  what was read ('' for none), what is to stand there
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
