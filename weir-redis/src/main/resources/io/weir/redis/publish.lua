-- Raises one writer's count in each cell, and answers what the other writers hold there.
--
-- KEYS  a cell's hash each, at least one; in a cluster all in one slot
-- ARGV  three per key: the writer's field, its count, the cell's time-to-live in milliseconds
-- Returns three per key: what the field held before (a string), and the sum of the other fields as two integers,
-- high * 10^9 + low.
--
-- Why a script: comparing, writing, summing and expiring must not be interleaved with another writer's, and one call
-- for many cells costs Redis little more than half of what a call per cell does.
--
-- Counts go up to 2^63, but a number in Lua is exact only up to 2^53. So counts are compared as decimal text without
-- leading zeros (the longer one is larger), and large ones are summed in two parts.

local replies = {}
for i = 1, #KEYS do
  local field, count = ARGV[3 * i - 2], ARGV[3 * i - 1]
  local all = redis.call('HGETALL', KEYS[i])
  local before, high, low = '0', 0, 0
  for j = 1, #all, 2 do
    local value = all[j + 1]
    if all[j] == field then
      before = value
    elseif #value <= 12 then
      low = low + value
    else
      high = high + string.sub(value, 1, -10)
      low = low + string.sub(value, -9)
    end
  end
  if #count > #before or (#count == #before and count > before) then
    redis.call('HSET', KEYS[i], field, count)
    if #all == 0 then
      redis.call('PEXPIRE', KEYS[i], ARGV[3 * i])
    end
  end
  replies[3 * i - 2], replies[3 * i - 1], replies[3 * i] = before, high, low
end
return replies
