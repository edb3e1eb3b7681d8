-- Reads the resets that changed since a revision, in the order of their changes.
--
-- KEYS     as in reset.lua
-- ARGV[1]  the generation that the reader knows: when the first reset found nothing here
-- ARGV[2]  the last revision that it has read
-- ARGV[3]  how many resets it takes at once
-- Returns the generation, 1 if the answer begins with the first reset and 0 if not, 1 if there are no more and 0 if there
-- are, the revision to read on from, and then an identifier and its epoch, again and again.

local made = redis.call('HGET', KEYS[1], 'made') or ''
local revision = tonumber(redis.call('HGET', KEYS[1], 'revision') or 0)
local from = tonumber(ARGV[2])
if made ~= ARGV[1] or from > revision then
  from = 0
end
local reply = {made, from == 0 and '1' or '0', '1', string.format('%.0f', from)}
if from < revision then
  local page = tonumber(ARGV[3])
  local found = redis.call(
    'ZRANGEBYSCORE', KEYS[2], '(' .. reply[4], '+inf', 'WITHSCORES', 'LIMIT', 0, page + 1)
  for i = 1, math.min(#found, 2 * page), 2 do
    local epoch = redis.call('HGET', KEYS[3], found[i])
    if epoch then
      reply[#reply + 1] = found[i]
      reply[#reply + 1] = epoch
    end
    reply[4] = found[i + 1]
  end
  if #found > 2 * page then
    reply[3] = '0'
  end
end
return reply
