-- Tell players what is new to them: each message once, by the stream that it is about, kind and n.
-- KEYS  for each player: messages, what was told
-- ARGV  now in ms, for how long messages are kept, how many are, then for each player: how many are
--       new, and of each `<stream>:<kind>`, n, the message
-- What was told holds the newest n of each stream and kind with the id of its message, as long as
-- that is kept; 'last' is the newest id, 'gone' the newest of those that are not kept any more.
-- An id is the time, or one more than the last: so ids rise, whatever a store may have lost.
local now, age, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local function forget(messages, told, entries)
  for _, entry in ipairs(entries) do
    local id, field = string.match(entry[1], '^(%d+)'), entry[2][2]
    local known = redis.call('HGET', told, field)
    if known and string.match(known, ' (%d+)$') == id then redis.call('HDEL', told, field) end
    redis.call('XDEL', messages, entry[1])
    redis.call('HSET', told, 'gone', id)
  end
end

local at = 4
for k = 1, #KEYS, 2 do
  local messages, told, count = KEYS[k], KEYS[k + 1], tonumber(ARGV[at])
  local last, new = tonumber(redis.call('HGET', told, 'last') or '0'), false
  for i = at + 1, at + 3 * count, 3 do
    local field, n = ARGV[i], ARGV[i + 1]
    local known = redis.call('HGET', told, field)
    local newest, id = string.match(known or '0 0', '^(%d+) (%d+)$')
    if tonumber(n) > tonumber(newest) then
      last = math.max(last + 1, now)
      local place = string.format('%.0f', last)
      if known and string.match(field, ':your_turn$') then -- that turn has passed
        redis.call('XDEL', messages, id .. '-0')
      end
      redis.call('XADD', messages, place .. '-0', 'f', field, 'm', ARGV[i + 2])
      redis.call('HSET', told, field, n .. ' ' .. place, 'last', place)
      new = true
    end
  end
  at = at + 1 + 3 * count
  if new then
    forget(messages, told, redis.call('XRANGE', messages, '-', string.format('%.0f', now - age), 'COUNT', 100))
    local more = redis.call('XLEN', messages) - most
    if more > 0 then forget(messages, told, redis.call('XRANGE', messages, '-', '+', 'COUNT', more)) end
    redis.call('PEXPIRE', messages, age)
    redis.call('PEXPIRE', told, age)
    redis.pcall('SPUBLISH', messages, string.format('%.0f', last))
  end
end
