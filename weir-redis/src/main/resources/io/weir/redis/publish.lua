-- Raises one writer's count in each cell, and answers what the other writers hold there.
--
-- KEYS  a cell's hash each, at least one; in a cluster all in one slot
-- ARGV  five per key: the writer's field, its count, the cell's time-to-live in milliseconds, 1 if the cell or the field may
--       be created, and for how many fields room was set aside when the cell was; then how many fields a cell may have
-- Returns five per key: what the field held before (a string), the sum of the other fields as two integers, high * 10^9 + low,
-- about how many bytes were added that were not set aside, negative if the cell is new, and a note (a string):
--   ''            the count is stored
--   'withheld'    the cell or the field is not there, and may not be created
--   'crowded'     the field is not there, and the cell has as many as it may have
--   'full'        the cell or the field is not there, and Redis has no memory for it
--   'exists'      the cell is there, and the field too or room was set aside for it, but Redis has no memory; to be sent again
--                 by a call that may run then
--   '!' and text  the key holds something else than a hash
--   '?' and text  the count is stored, and a field that holds no count was left out
--
-- Why a script: comparing, writing, summing and expiring must not be interleaved with another writer's, and one call
-- for many cells costs Redis little more than half of what a call per cell does.
--
-- A count is a whole number up to 2^53, in decimal without leading zeros, so the longer one is larger. Whatever else a field
-- holds is no count: in the writer's own field it is replaced, elsewhere it is left out. Large ones are summed in two parts.
-- A cell that can't be written does not keep the others from being written; any other error fails the call.

local function isCount(value)
  return string.find(value, '^%d+$') and (#value < 16 or (#value == 16 and value <= '9007199254740992'))
end

local replies = {}
local most = tonumber(ARGV[#ARGV])
for i = 1, #KEYS do
  local key, field, count = KEYS[i], ARGV[5 * i - 4], ARGV[5 * i - 3]
  local all = redis.pcall('HGETALL', key)
  local before, high, low, added, note = '0', 0, 0, 0, ''
  local isKnown = false
  if all.err then
    if not string.find(all.err, 'WRONGTYPE', 1, true) then
      return all
    end
    note, all = '!' .. all.err, {}
  end
  for j = 1, #all, 2 do
    local value = all[j + 1]
    if not isCount(value) then
      isKnown = isKnown or all[j] == field
      note = '?' .. all[j] .. ' has ' .. string.sub(value, 1, 40)
    elseif all[j] == field then
      before, isKnown = value, true
    elseif #value <= 12 then
      low = low + value
    else
      high = high + string.sub(value, 1, -10)
      low = low + string.sub(value, -9)
    end
  end
  local fields = #all / 2
  local hasRoom = isKnown or (fields > 0 and fields < tonumber(ARGV[5 * i]))
  if string.sub(note, 1, 1) == '!' then
    -- Left alone.
  elseif not isKnown and fields >= most then
    note = 'crowded'
  elseif not hasRoom and ARGV[5 * i - 1] ~= '1' then
    note = 'withheld'
  elseif #count > #before or (#count == #before and count > before) then
    local written = redis.pcall('HSET', key, field, count)
    if type(written) == 'table' and written.err then
      if not string.find(written.err, 'OOM', 1, true) then
        return written
      end
      note = hasRoom and 'exists' or 'full'
    elseif #all == 0 then
      redis.call('PEXPIRE', key, ARGV[5 * i - 2])
      added = -(#key + #field + 210)
    elseif not hasRoom then
      added = #field + 16
    end
  end
  local at = 5 * i - 4
  replies[at], replies[at + 1], replies[at + 2], replies[at + 3], replies[at + 4] = before, high, low, added, note
end
return replies
