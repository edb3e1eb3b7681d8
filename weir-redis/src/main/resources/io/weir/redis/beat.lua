#!lua flags=allow-oom
-- Records that a process is alive, and answers what is known of its region.
--
-- KEYS[1]  sorted set of the region's processes; the score is the millisecond from which one counts as gone
-- KEYS[2]  hash of the data set:
--            made            when the first heartbeat found nothing here; part of the identity
--            name            who named it; missing at first
--            known:IDENTITY  the millisecond at which a process first named this identity, or last returned with it: others
--                            may be about to return too
--            full:IDENTITY   the millisecond at which all processes had caught up with it
-- KEYS[3]  hash of the processes: the number of the latest heartbeat, ARGV[5] and ARGV[4] of it
-- ARGV[1]  the process's incarnation
-- ARGV[2]  how many milliseconds it counts as alive from now; 0 if it leaves
-- ARGV[3]  the data set that it takes this one for; empty if it does not know
-- ARGV[4]  the identity that it knows; empty if none
-- ARGV[5]  0 if everything that it admitted was published under that identity from the start, 1 if not everything was, 2 if
--          everything was published again
-- ARGV[6]  the number of this heartbeat
-- ARGV[7]  for how many milliseconds after a heartbeat a process may publish
-- Returns the number of live processes, this server's clock in Unix milliseconds, the data set's name or nothing, its identity
-- (which changes when it was lost, and with the run id of the server, so with a restart or a fail-over), for how many
-- milliseconds all live processes have caught up with ARGV[4] (-1 if they have not, 2^50 if none had to), and the number of the heartbeat before.
--
-- A store that lost its data gets its name back from the first process that knows it, so its counts stay part of the same
-- component of the ledger. It gets a new one only when no process can still publish that knows the old one. For the same
-- reason processes count as caught up only when nobody can publish who does not know the identity.
--
-- It needs hardly any memory, so it also runs when Redis is full: processes must not take a full Redis for a dead one.
--
-- Why a script: everything is measured by this server's clock, so processes whose clocks disagree count alike.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lease = tonumber(ARGV[7])
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
local gone = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)
local previous = tonumber(string.match(redis.call('HGET', KEYS[3], ARGV[1]) or '', '^%d+') or 0)
local highest = string.format('%.0f', math.max(previous, tonumber(ARGV[6])))
redis.call('HSET', KEYS[3], ARGV[1], highest .. ' ' .. ARGV[5] .. ' ' .. ARGV[4])
for i = 1, #gone do
  redis.call('ZREM', KEYS[1], gone[i])
  redis.call('HDEL', KEYS[3], gone[i])
end
for i = 1, 3, 2 do
  redis.call('PEXPIRE', KEYS[i], ARGV[2], 'NX')
  redis.call('PEXPIRE', KEYS[i], ARGV[2], 'GT')
end

-- Kept for longer than any cell lives (twice 30 days), counted from the last beat.
redis.call('HSETNX', KEYS[2], 'made', string.format('%.0f.%s', now, time[2]))
redis.call('PEXPIRE', KEYS[2], 5270400000)
local made = redis.call('HGET', KEYS[2], 'made')
if ARGV[3] ~= '' then
  redis.call('HSETNX', KEYS[2], 'name', ARGV[3])
elseif now - tonumber(string.match(made, '^%d+')) >= lease then
  redis.call('HSETNX', KEYS[2], 'name', ARGV[1] .. '.' .. made)
end

local complete = -1
if ARGV[4] ~= '' then
  if redis.call('HLEN', KEYS[2]) > 64 then -- after many losses; none but the latest matter
    local all = redis.call('HKEYS', KEYS[2])
    for i = 1, #all do
      if string.match(all[i], ':') and all[i] ~= 'known:' .. ARGV[4] and all[i] ~= 'full:' .. ARGV[4] then
        redis.call('HDEL', KEYS[2], all[i])
      end
    end
  end
  redis.call(previous == 0 and 'HSET' or 'HSETNX', KEYS[2], 'known:' .. ARGV[4], string.format('%.0f', now))
  local isFull = now - redis.call('HGET', KEYS[2], 'known:' .. ARGV[4]) >= lease
  local isLost = false
  local states = redis.call('HVALS', KEYS[3])
  for i = 1, #states do
    local progress, identity = string.match(states[i], '^%d+ (%d) (.*)$')
    isFull = isFull and progress ~= '1' and identity == ARGV[4]
    isLost = isLost or progress ~= '0'
  end
  if isFull and isLost then
    redis.call('HSETNX', KEYS[2], 'full:' .. ARGV[4], string.format('%.0f', now))
  end
  local since = redis.call('HGET', KEYS[2], 'full:' .. ARGV[4])
  complete = since and now - since or (isLost and -1 or 1125899906842624)
end

local name = redis.call('HGET', KEYS[2], 'name') or ''
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') or ''
return {redis.call('ZCARD', KEYS[1]), now, name, made .. '@' .. run, complete, previous}
