-- Bring rows of a read model and its place in a feed forward together, or not at all.
-- KEYS  rows, places, indexes                       (one slot, as are the indexes themselves)
-- ARGV  partition, feed id ('' leaves its place as it is; '?' too, and does nothing where there is one),
--       what the keys of indexes begin with, the feed id behind which the news was read ('' if it
--       does not matter), then of each row: name, the row itself ('' removes it), in how many indexes
--       it stands, and of each: name, score, note
-- Gives -1, and does nothing, where its place is older than that: the server lacks what was between.
-- A row is kept behind a line that names its indexes; in `indexes` are those that have rows, each
-- with its note.
local place = redis.call('HGET', KEYS[2], ARGV[1])
if ARGV[4] ~= '' and is_older(place or '0-0', ARGV[4]) then return -1 end
if place and ARGV[2] == '?' then return 0 end
if place and ARGV[2] ~= '' and not is_older(place, ARGV[2]) then return 0 end
local at = 5
while at < #ARGV do
  local name, row, count = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2])
  local old, stands, names = redis.call('HGET', KEYS[1], name), {}, {}
  for k = 1, count do
    names[k] = ARGV[at + 3 * k]
    stands[names[k]] = true
  end
  if row == '' then
    redis.call('HDEL', KEYS[1], name)
  else
    redis.call('HSET', KEYS[1], name, table.concat(names, ' ') .. '\n' .. row)
  end
  for k = 1, count do
    redis.call('ZADD', ARGV[3] .. names[k], ARGV[at + 3 * k + 1], name)
    redis.call('HSET', KEYS[3], names[k], ARGV[at + 3 * k + 2])
  end
  for index in string.gmatch(old and string.match(old, '^[^\n]*') or '', '%S+') do
    if not stands[index] then
      redis.call('ZREM', ARGV[3] .. index, name)
      if redis.call('EXISTS', ARGV[3] .. index) == 0 then redis.call('HDEL', KEYS[3], index) end
    end
  end
  at = at + 3 + 3 * count
end
if ARGV[2] ~= '' and ARGV[2] ~= '?' then redis.call('HSET', KEYS[2], ARGV[1], ARGV[2]) end
if #ARGV > 4 then redis.pcall('SPUBLISH', KEYS[1], '1') end -- to whoever watches the rows
return 1
