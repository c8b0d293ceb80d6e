-- Say whether a feed id comes before another; what other scripts begin with.
local function is_older(one, other)
  local ms, sequence = string.match(one, '^(%d+)-(%d+)$')
  local otherms, othersequence = string.match(other, '^(%d+)-(%d+)$')
  ms, sequence, otherms, othersequence = tonumber(ms), tonumber(sequence), tonumber(otherms), tonumber(othersequence)
  return ms < otherms or (ms == otherms and sequence < othersequence)
end
