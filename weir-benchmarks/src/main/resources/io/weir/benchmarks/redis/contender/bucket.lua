-- A token bucket: what gateways run for every request.
--
-- KEYS[1]  how many tokens the bucket held when it was last used
-- KEYS[2]  when that was, in seconds of this server's clock
-- ARGV[1]  the size of the bucket
-- ARGV[2]  milliseconds in which an empty bucket is full again
-- ARGV[3]  the tokens asked for
-- Returns 1 or 0 for yes or no, and the tokens left.
--
-- Why a script: reading, refilling and writing must not be interleaved with another caller's.

local size, fill, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1000000
local tokens = tonumber(redis.call('GET', KEYS[1]) or size)
local used = tonumber(redis.call('GET', KEYS[2]) or now)

tokens = math.min(size, tokens + math.max(0, now - used) * 1000 * size / fill)
local allowed = 0
if tokens >= cost then
  tokens = tokens - cost
  allowed = 1
end

-- An untouched bucket is full after this time, which is what a missing one is taken for.
redis.call('SET', KEYS[1], string.format('%.3f', tokens), 'PX', 2 * fill)
redis.call('SET', KEYS[2], string.format('%.6f', now), 'PX', 2 * fill)
return {allowed, math.floor(tokens)}
