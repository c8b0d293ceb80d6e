-- Put a table where another stood, unless somebody else was faster.
-- KEYS  name        ARGV  table that stood there ('' for none), table to put there, seconds to keep it
-- Gives the table that stands there now
local stands = redis.call('GET', KEYS[1]) or ''
if stands ~= ARGV[1] then return stands end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return ARGV[2]
