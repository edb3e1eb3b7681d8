-- Says that a process lives, and answers what is known of its region.
--
-- KEYS[1]  sorted set of the region's processes; the score is the millisecond from which one counts as gone
-- KEYS[2]  the name of this data set: made by whoever finds none, so it changes when everything was lost
-- ARGV[1]  the process's incarnation
-- ARGV[2]  how many milliseconds it counts as alive from now; 0 says goodbye
-- Returns the number of live processes, this server's clock in Unix milliseconds, and the identity: the name of the
-- data set and the run id of the server, which changes with a restart or a fail-over.
--
-- Why a script: everything is measured by this server's clock, so processes whose clocks disagree count alike.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('PEXPIRE', KEYS[1], ARGV[2], 'NX')
redis.call('PEXPIRE', KEYS[1], ARGV[2], 'GT')

-- Kept for longer than any cell lives (twice 30 days), counted from the last beat.
redis.call('SET', KEYS[2], ARGV[1] .. '.' .. time[1] .. '.' .. time[2], 'NX')
redis.call('PEXPIRE', KEYS[2], 5270400000)

local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') or ''
return {redis.call('ZCARD', KEYS[1]), now, redis.call('GET', KEYS[2]) .. '@' .. run}
