#!lua flags=allow-oom
-- Begins a new epoch of an identifier, or keeps one that began elsewhere.
--
-- KEYS[1]  hash: made (when the first reset found nothing here), revision (the number of the latest change)
-- KEYS[2]  sorted set of the identifiers that were reset, by the revision of their latest change
-- KEYS[3]  hash of their epochs
-- KEYS[4]  hash: how many of them each workspace has
-- ARGV[1]  the identifier with its workspace and namespace
-- ARGV[2]  the workspace, as it stands in ARGV[1] before the first colon
-- ARGV[3]  the epoch to keep, or the earliest that will do
-- ARGV[4]  1 to begin a new one, 0 to keep this one
-- ARGV[5]  how many identifiers with resets a workspace may have
-- ARGV[6]  for how many milliseconds a reset matters
-- Returns the epoch that is known afterwards, or -1 if the workspace has no room for another identifier.
--
-- Why a script: the epoch must be higher than the one before, and changes must get their revisions in the order in which
-- they can be read. It is stored also when Redis is full: a reset is small, and a workspace has a bounded number of them.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = tonumber(redis.call('HGET', KEYS[3], ARGV[1]) or 0)
local epoch = tonumber(ARGV[3])
if ARGV[4] == '1' then
  epoch = math.max(epoch, now, known + 1)
elseif epoch <= known then
  return {string.format('%.0f', known)}
end

if known == 0 then
  -- The first in line changed longest ago. Others are looked at only if the workspace needs the room.
  local full = tonumber(redis.call('HGET', KEYS[4], ARGV[2]) or 0) >= tonumber(ARGV[5])
  local oldest = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '+inf', 'LIMIT', 0, full and 100 or 2)
  for i = 1, #oldest do
    if tonumber(redis.call('HGET', KEYS[3], oldest[i]) or 0) < now - ARGV[6] then
      redis.call('ZREM', KEYS[2], oldest[i])
      redis.call('HDEL', KEYS[3], oldest[i])
      local workspace = string.match(oldest[i], '^[^:]*')
      local left = tonumber(redis.call('HGET', KEYS[4], workspace) or 0) - 1
      if left > 0 then
        redis.call('HSET', KEYS[4], workspace, left)
      else
        redis.call('HDEL', KEYS[4], workspace)
      end
    end
  end
  local used = tonumber(redis.call('HGET', KEYS[4], ARGV[2]) or 0)
  if used >= tonumber(ARGV[5]) then
    return {'-1'}
  end
  redis.call('HSET', KEYS[4], ARGV[2], used + 1)
end

redis.call('HSETNX', KEYS[1], 'made', string.format('%.0f.%s', now, time[2]))
local revision = string.format('%.0f', (redis.call('HGET', KEYS[1], 'revision') or 0) + 1)
redis.call('HSET', KEYS[1], 'revision', revision)
redis.call('ZADD', KEYS[2], revision, ARGV[1])
redis.call('HSET', KEYS[3], ARGV[1], string.format('%.0f', epoch))
for i = 1, 4 do
  redis.call('PEXPIRE', KEYS[i], ARGV[6])
end
return {string.format('%.0f', epoch)}
