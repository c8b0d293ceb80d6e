-- Append the events of one command to a stream, all or nothing.
-- KEYS  log, once, all, feed, what is due: of bots, of the clock, of bots that think, of
--       tournaments, of bots alone; bell, snapshot, whose turn it is, then sets that gain the stream, then sets
--       that lose it
-- ARGV  stream id, n and head that the writer saw, repeat key ('' for none), its fingerprint,
--       time in ms, the five due times ('' for none, '=' for none as before),
--       types, number of sets that gain the stream, snapshot ('' to leave the one that is there),
--       whose turn it is ('' for nobody's, '=' for the same as before),
--       what players are told ('' for nothing),
--       then e, p ('' for none) and h of every event
-- Gives {'appended', first n, last n, id in the feed} | {'already', first n, last n}
--       | {'same', first n, last n, n} | {'conflict', n} | {'reused'}
-- Every check comes before the first write, and the first write is an XADD, which a full server
-- refuses: a script has no roll-back.
local id, seen, head = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local key, print = ARGV[4], ARGV[5]
local count = (#ARGV - 16) / 3

if key ~= '' then
  local known = redis.call('HGET', KEYS[2], key)
  if known then
    local first, last, same = string.match(known, '^(%d+) (%d+) (.*)$')
    if same ~= print then return {'reused'} end
    return {'already', tonumber(first), tonumber(last)}
  end
end

local n, h = 0, head
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if #newest > 0 then
  n = tonumber(string.match(newest[1][1], '^(%d+)'))
  local fields = newest[1][2]
  h = fields[#fields]
end
if n ~= seen or h ~= head then
  -- The same write again, after a reply that was lost on its way? Only a writer who has sent it
  -- twice can tell: two may make the same bytes of one state in one millisecond.
  local last = (seen + count) .. '-0'
  local mine = key == '' and redis.call('XRANGE', KEYS[1], last, last) or {}
  if #mine > 0 and mine[1][2][#mine[1][2]] == ARGV[#ARGV] then
    return {'same', seen + 1, seen + count, n}
  end
  return {'conflict', n}
end
if seen == 0 and redis.call('ZSCORE', KEYS[3], id) then
  return {'conflict', 0} -- its log is in the archive
end

for i = 1, count do
  local e, p, hash = ARGV[14 + 3 * i], ARGV[15 + 3 * i], ARGV[16 + 3 * i]
  local entry = (seen + i) .. '-0'
  if p == '' then
    redis.call('XADD', KEYS[1], entry, 'e', e, 'h', hash)
  else
    redis.call('XADD', KEYS[1], entry, 'e', e, 'p', p, 'h', hash)
  end
end
local told = {'t', id, 'f', seen + 1, 'l', seen + count, 'y', ARGV[12]}
if ARGV[16] ~= '' then
  told[9], told[10] = 'm', ARGV[16]
end
local place = redis.call('XADD', KEYS[4], '*', unpack(told))
redis.pcall('SPUBLISH', KEYS[1], seen + count) -- news; whoever may not publish still appends
if seen == 0 then redis.call('ZADD', KEYS[3], ARGV[6], id) end
if key ~= '' then
  redis.call('HSET', KEYS[2], key, (seen + 1) .. ' ' .. (seen + count) .. ' ' .. print)
end
if ARGV[14] ~= '' then redis.call('SET', KEYS[11], ARGV[14]) end
if ARGV[15] == '' then
  redis.call('HDEL', KEYS[12], id)
elseif ARGV[15] ~= '=' then
  redis.call('HSET', KEYS[12], id, ARGV[15])
end
for k = 13, #KEYS do
  redis.call(k <= 12 + tonumber(ARGV[13]) and 'SADD' or 'SREM', KEYS[k], id)
end
for i = 1, 5 do
  if ARGV[6 + i] == '=' then
    -- nothing was due and nothing is
  elseif ARGV[6 + i] == '' then
    redis.call('ZREM', KEYS[4 + i], id)
  else
    redis.call('ZADD', KEYS[4 + i], ARGV[6 + i], id)
  end
end
if ARGV[7] == ARGV[6] or ARGV[9] == ARGV[6] or ARGV[10] == ARGV[6] or ARGV[11] == ARGV[6] then
  -- something is due at once: wake a follower, which else looks now and then
  redis.call('XADD', KEYS[10], 'MAXLEN', '~', 100, '*', 't', id)
end
return {'appended', seen + 1, seen + count, place}
