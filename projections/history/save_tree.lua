-- Keep hashes of complete tiles, unless somebody else has kept others meanwhile.
-- KEYS  tip, hashes of each level of tiles          (the slot of the stream of leaves)
-- ARGV  size and head of the tip as it was read ('' for none), 1 to begin anew, size, head and time
--       of the new one, then the hashes that each level gets
local tip = redis.call('HMGET', KEYS[1], 'size', 'head')
if (tip[1] or '') ~= ARGV[1] or (tip[2] or '') ~= ARGV[2] then return 0 end
if ARGV[3] == '1' then redis.call('DEL', unpack(KEYS)) end
redis.call('HSET', KEYS[1], 'size', ARGV[4], 'head', ARGV[5], 'at', ARGV[6])
for k = 2, #KEYS do redis.call('APPEND', KEYS[k], ARGV[5 + k]) end
return 1
