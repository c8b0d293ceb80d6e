-- Enter a player: name, account and token, all or nothing.
-- KEYS  names, players, tokens, the player's tokens      (one slot)
-- ARGV  name in small letters, player, account, hash of the token, what is kept of the token
-- Gives 1, also to the same call again after a reply that was lost on its way; 0 if another player
-- has the name
local holder = redis.call('HGET', KEYS[1], ARGV[1])
if holder then return holder == ARGV[2] and 1 or 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('HSET', KEYS[3], ARGV[4], ARGV[5])
redis.call('SADD', KEYS[4], ARGV[4])
return 1
