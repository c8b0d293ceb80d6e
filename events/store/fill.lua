-- Claim a seat of a table that is filling, or make room for a table that is to be opened.
-- KEYS  kinds of the game that have seats, with what may be asked of each; begins the names of
--       those seats, each by the time from which it may be claimed
-- ARGV  now in ms, until when the claim holds, how long a seat is offered, what is asked, kind of
--       the table that would be opened, what may be asked of it, its id, its seats,
--       then tables that are left out
-- Gives kind, seat as `table:number`, and 1 where the table is a new one
local now, asked, own = tonumber(ARGV[1]), cjson.decode(ARGV[4]), ARGV[5]
local free = now - ARGV[3] -- long ago for whoever asks, since the clocks of processes differ a little
local without = {}
for i = 9, #ARGV do without[ARGV[i]] = true end

local function claim(kind)
  local seats = KEYS[2] .. kind
  redis.call('ZREMRANGEBYSCORE', seats, '-inf', now - 2 * ARGV[3])
  for _, seat in ipairs(redis.call('ZRANGEBYSCORE', seats, '-inf', now, 'LIMIT', 0, 200)) do
    if not without[string.match(seat, '^(.*):')] then
      redis.call('ZADD', seats, ARGV[2], seat)
      return {kind, seat, 0}
    end
  end
  if redis.call('EXISTS', seats) == 0 then redis.call('HDEL', KEYS[1], kind) end
end

local function is_as_asked(note)
  local has = cjson.decode(note)
  for what, value in pairs(asked) do
    if has[what] ~= value then return false end
  end
  return true
end

local found = claim(own)
if found then return found end
local kinds = redis.call('HGETALL', KEYS[1])
for i = 1, #kinds, 2 do
  found = kinds[i] ~= own and is_as_asked(kinds[i + 1]) and claim(kinds[i])
  if found then return found end
end
redis.call('HSET', KEYS[1], own, ARGV[6])
for seat = 1, ARGV[8] do
  redis.call('ZADD', KEYS[2] .. own, seat == 1 and ARGV[2] or free, ARGV[7] .. ':' .. seat)
end
return {own, ARGV[7] .. ':1', 1}
