-- Records that a process is alive, and answers what is known of its region.
--
-- KEYS[1]  sorted set of the region's processes; the score is the millisecond from which one counts as gone
-- KEYS[2]  the name of the data set, a slash, and when it was made: by whoever finds none
-- KEYS[3]  hash of the processes: the number of the latest heartbeat, a space, and the identity that it caught up with
-- ARGV[1]  the process's incarnation
-- ARGV[2]  how many milliseconds it counts as alive from now; 0 if it leaves
-- ARGV[3]  the data set that it takes this one for; empty if it does not know
-- ARGV[4]  the identity that it caught up with; empty if none
-- ARGV[5]  the number of this heartbeat
-- Returns the number of live processes, this server's clock in Unix milliseconds, the data set's name, its identity (which
-- changes when it was lost, and with the run id of the server, so with a restart or a fail-over), how many live processes
-- caught up with the same identity, and the number of the heartbeat before.
--
-- A store that lost its data gets its name back from the first process that knew it, but not the time when it was made: so
-- its counts stay part of the same component of the ledger, and every process sees that something was lost.
--
-- Why a script: everything is measured by this server's clock, so processes whose clocks disagree count alike.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
local gone = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)
local previous = tonumber(string.match(redis.call('HGET', KEYS[3], ARGV[1]) or '', '^%d+') or 0)
redis.call('HSET', KEYS[3], ARGV[1], string.format('%.0f %s', math.max(previous, tonumber(ARGV[5])), ARGV[4]))
for i = 1, #gone do
  redis.call('ZREM', KEYS[1], gone[i])
  redis.call('HDEL', KEYS[3], gone[i])
end
for i = 1, 3, 2 do
  redis.call('PEXPIRE', KEYS[i], ARGV[2], 'NX')
  redis.call('PEXPIRE', KEYS[i], ARGV[2], 'GT')
end

-- Kept for longer than any cell lives (twice 30 days), counted from the last beat.
local made = time[1] .. '.' .. time[2]
local name = ARGV[3] ~= '' and ARGV[3] or (ARGV[1] .. '.' .. made)
redis.call('SET', KEYS[2], name .. '/' .. made, 'NX')
redis.call('PEXPIRE', KEYS[2], 5270400000)
local data = redis.call('GET', KEYS[2])

local caughtUp = 0
local states = redis.call('HVALS', KEYS[3])
for i = 1, #states do
  if string.match(states[i], '^%d+ (.*)$') == ARGV[4] then
    caughtUp = caughtUp + 1
  end
end

local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') or ''
return {redis.call('ZCARD', KEYS[1]), now, string.match(data, '^(.*)/') or data, data .. '@' .. run, caughtUp, previous}
