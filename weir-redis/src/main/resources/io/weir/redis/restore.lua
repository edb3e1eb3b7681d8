-- Writes back, for each cell, what a process knows of other writers whose fields were lost.
--
-- KEYS  a cell's hash each, at least one; in a cluster all in one slot
-- ARGV  three per key: the process's own field, what the other fields held together, the cell's time-to-live in milliseconds
--
-- The field * belongs to no process. It gets what is missing from the sum of the others, if that is more than it has. Counts
-- past 2^53 are left alone: Lua can't subtract them exactly.

for i = 1, #KEYS do
  local own, known = ARGV[3 * i - 2], tonumber(ARGV[3 * i - 1])
  local all = redis.call('HGETALL', KEYS[i])
  local others, restored = 0, 0
  for j = 1, #all, 2 do
    if all[j] == '*' then
      restored = tonumber(all[j + 1])
    elseif all[j] ~= own then
      others = others + all[j + 1]
    end
  end
  if known < 9007199254740992 and known - others > restored then
    redis.call('HSET', KEYS[i], '*', string.format('%.0f', known - others))
    if #all == 0 then
      redis.call('PEXPIRE', KEYS[i], ARGV[3 * i])
    end
  end
end
return #KEYS
