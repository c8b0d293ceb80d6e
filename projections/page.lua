-- Give a page of the rows that stand in some indexes, sorted by score and name.
-- KEYS  rows, indexes                               (one slot)
-- ARGV  'up' or 'down', most, score and name of the row after which the page begins ('' for the
--       first page)
local up, most = ARGV[1] == 'up', tonumber(ARGV[2])
local call = up and 'ZRANGEBYSCORE' or 'ZREVRANGEBYSCORE'
local first, last = up and '-inf' or '+inf', up and '+inf' or '-inf'
local past = ARGV[3] ~= '' and {tonumber(ARGV[3]), ARGV[4]} or nil
if past then first = ARGV[3] end

-- By bytes, as Redis sorts: `<` would ask the server's locale.
local function precedes(one, other)
  if one[1] ~= other[1] then return one[1] < other[1] end
  for k = 1, math.min(#one[2], #other[2]) do
    local a, b = string.byte(one[2], k), string.byte(other[2], k)
    if a ~= b then return a < b end
  end
  return #one[2] < #other[2]
end
local function comes_first(one, other)
  if up then return precedes(one, other) end
  return precedes(other, one)
end

local found = {}
for k = 2, #KEYS do
  local start, enough = 0, #found + most
  repeat -- once, but for rows of the score of the one before the page
    local page = redis.call(call, KEYS[k], first, last, 'WITHSCORES', 'LIMIT', start, most)
    for i = 1, #page, 2 do
      local row = {tonumber(page[i + 1]), page[i]}
      if #found < enough and (not past or comes_first(past, row)) then found[#found + 1] = row end
    end
    start = start + most
  until #page < 2 * most or #found >= enough
end
if #KEYS > 2 then table.sort(found, comes_first) end
local rows = {}
for k = 1, math.min(most, #found) do rows[k] = redis.call('HGET', KEYS[1], found[k][2]) end
return rows
