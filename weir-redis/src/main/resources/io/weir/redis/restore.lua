-- Writes back, for each cell, what a process knows of other writers whose fields were lost.
--
-- KEYS  a cell's hash each, at least one; in a cluster all in one slot
-- ARGV  three per key: the process's own field, what the other fields held together, the cell's time-to-live in milliseconds
--
-- The field * belongs to no process. It gets what is missing from the sum of the others, if that is more than it has. Counts
-- past 2^53 are no counts and left out. A cell that is none, or for which Redis has no memory, is left alone.

local function count(value)
  local isCount = string.find(value, '^%d+$') and (#value < 16 or (#value == 16 and value <= '9007199254740992'))
  return isCount and tonumber(value) or 0
end

for i = 1, #KEYS do
  local own, known = ARGV[3 * i - 2], tonumber(ARGV[3 * i - 1])
  local all = redis.pcall('HGETALL', KEYS[i])
  if all.err and not string.find(all.err, 'WRONGTYPE', 1, true) then
    return all
  end
  local others, restored = 0, 0
  for j = 1, #all, 2 do
    local value = count(all[j + 1])
    if all[j] == '*' then
      restored = value
    elseif all[j] ~= own then
      others = others + value
    end
  end
  if not all.err and known <= 9007199254740992 and known - others > restored then
    local written = redis.pcall('HSET', KEYS[i], '*', string.format('%.0f', known - others))
    if type(written) == 'table' and written.err then
      if not string.find(written.err, 'OOM', 1, true) then
        return written
      end
    elseif #all == 0 then
      redis.call('PEXPIRE', KEYS[i], ARGV[3 * i])
    end
  end
end
return #KEYS
