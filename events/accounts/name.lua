-- Give a player a name, all or nothing: at the registration with the first token, later instead of
-- another name.
-- KEYS  names, skeletons, players, tokens, the player's tokens, recovery codes, the player's codes
--       (one slot)
-- ARGV  player, account, what the name is compared by (small letters, skeleton), the same of the
--       name before or '' '', hash of a token and what is kept of it, or '' '', hash of a recovery
--       code or ''
-- Gives nothing when that is done, also to the same call again after a reply that was lost on its
-- way; else who has the name, or whose name it looks like: {key that refuses, player}
for k = 1, 2 do
  local holder = redis.call('HGET', KEYS[k], ARGV[2 + k])
  if holder and holder ~= ARGV[1] then return {k, holder} end
end
for k = 1, 2 do
  if redis.call('HGET', KEYS[k], ARGV[4 + k]) == ARGV[1] then
    redis.call('HDEL', KEYS[k], ARGV[4 + k])
  end
  redis.call('HSET', KEYS[k], ARGV[2 + k], ARGV[1])
end
redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
if ARGV[7] ~= '' then
  redis.call('HSET', KEYS[4], ARGV[7], ARGV[8])
  redis.call('SADD', KEYS[5], ARGV[7])
end
if ARGV[9] ~= '' then
  redis.call('HSET', KEYS[6], ARGV[9], ARGV[1])
  redis.call('SADD', KEYS[7], ARGV[9])
end
return {}
