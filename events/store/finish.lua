-- Give back what a job has claimed and not done, and its place; wake a follower for the next job.
-- KEYS  due, place of the job, bell
-- ARGV  attempt of the job, the latest time to which a claim puts, then time and table of each claim
for i = 3, #ARGV, 2 do
  local at = redis.call('ZSCORE', KEYS[1], ARGV[i + 1])
  if at and tonumber(at) <= tonumber(ARGV[2]) then -- else something happened there meanwhile
    redis.call('ZADD', KEYS[1], 'XX', ARGV[i], ARGV[i + 1])
  end
end
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
redis.call('XADD', KEYS[3], 'MAXLEN', '~', 100, '*', 't', '')
