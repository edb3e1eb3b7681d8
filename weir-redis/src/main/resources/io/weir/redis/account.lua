#!lua flags=allow-oom
-- Records which cells and fields a process created, and answers how much the cells of some workspaces take.
--
-- KEYS[1]  hash of totals: 'bytes' and 'cells' of all, 'bytes:WORKSPACE' and 'cells:WORKSPACE' of each
-- KEYS[2]  hash of what expires together: 'cells:END:WORKSPACE' and 'bytes:END:WORKSPACE'
-- KEYS[3]  sorted set of END:WORKSPACE; the score is END, the millisecond by which all of these cells have expired
-- ARGV[1]  how many additions follow, four each: workspace, time-to-live in milliseconds, cells (0 for fields alone), bytes;
--          then workspaces
-- Returns cells and bytes of all, then cells and bytes of each workspace that was asked about.
--
-- Ends are rounded up to an eighth to a sixteenth of the life, and to a minute at least, so a workspace has few of them. At most
-- a thousand ends are cleared per call. Everything lives as long as the last cell that it counts: if the cells are lost, so is
-- the account. It needs hardly any memory, so it is kept also when Redis is full.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function add(workspace, cells, bytes)
  redis.call('HINCRBY', KEYS[1], 'cells', cells)
  redis.call('HINCRBY', KEYS[1], 'bytes', bytes)
  local cellsLeft = redis.call('HINCRBY', KEYS[1], 'cells:' .. workspace, cells)
  local bytesLeft = redis.call('HINCRBY', KEYS[1], 'bytes:' .. workspace, bytes)
  if cellsLeft <= 0 and bytesLeft <= 0 then
    redis.call('HDEL', KEYS[1], 'cells:' .. workspace, 'bytes:' .. workspace)
  end
end

local function keep(millis)
  for i = 1, 3 do
    redis.call('PEXPIRE', KEYS[i], millis, 'NX')
    redis.call('PEXPIRE', KEYS[i], millis, 'GT')
  end
end

local over = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now, 'LIMIT', 0, 1000)
for i = 1, #over do
  local counted = redis.call('HMGET', KEYS[2], 'cells:' .. over[i], 'bytes:' .. over[i])
  add(string.match(over[i], '^%d+:(.*)$'), -(counted[1] or 0), -(counted[2] or 0))
  redis.call('HDEL', KEYS[2], 'cells:' .. over[i], 'bytes:' .. over[i])
  redis.call('ZREM', KEYS[3], over[i])
end

local additions = tonumber(ARGV[1])
for i = 1, additions do
  local workspace, life = ARGV[4 * i - 2], tonumber(ARGV[4 * i - 1])
  local cells, bytes = tonumber(ARGV[4 * i]), tonumber(ARGV[4 * i + 1])
  local part = 65536
  while part * 32 <= life do
    part = part * 2
  end
  local ends = string.format('%.0f', math.ceil((now + life) / part) * part)
  local slot = ends .. ':' .. workspace
  redis.call('HINCRBY', KEYS[2], 'cells:' .. slot, cells)
  redis.call('HINCRBY', KEYS[2], 'bytes:' .. slot, bytes)
  redis.call('ZADD', KEYS[3], ends, slot)
  add(workspace, cells, bytes)
  keep(ends - now + part)
end

local totals = redis.call('HMGET', KEYS[1], 'cells', 'bytes')
local replies = {tonumber(totals[1] or 0), tonumber(totals[2] or 0)}
for i = 4 * additions + 2, #ARGV do
  local each = redis.call('HMGET', KEYS[1], 'cells:' .. ARGV[i], 'bytes:' .. ARGV[i])
  replies[#replies + 1] = tonumber(each[1] or 0)
  replies[#replies + 1] = tonumber(each[2] or 0)
end
return replies
