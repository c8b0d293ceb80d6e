-- Bring places in feeds forward, all or none, where no row changes.
-- KEYS  places
-- ARGV  of each: partition, feed id, the feed id behind which the news was read
-- Gives -1, and does nothing, where one is older than that: the server lacks what was between.
for at = 1, #ARGV, 3 do
  if is_older(redis.call('HGET', KEYS[1], ARGV[at]) or '0-0', ARGV[at + 2]) then return -1 end
end
for at = 1, #ARGV, 3 do
  if is_older(redis.call('HGET', KEYS[1], ARGV[at]) or '0-0', ARGV[at + 1]) then
    redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1])
  end
end
return 1
