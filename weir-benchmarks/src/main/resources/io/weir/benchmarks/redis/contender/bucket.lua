-- A token bucket, as API gateways run it for every request.
--
-- KEYS[1]  the tokens in the bucket when it was last used
-- KEYS[2]  the time of the last use, in seconds of this server's clock
-- ARGV[1]  the size of the bucket
-- ARGV[2]  the milliseconds in which an empty bucket refills
-- ARGV[3]  the requested tokens
-- Returns 1 if the request is allowed, else 0, and the remaining tokens.
--
-- This is a script because reading, refilling and writing must be atomic.

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

-- An unused bucket is full after this time. A missing bucket counts as full.
redis.call('SET', KEYS[1], string.format('%.3f', tokens), 'PX', 2 * fill)
redis.call('SET', KEYS[2], string.format('%.6f', now), 'PX', 2 * fill)
return {allowed, math.floor(tokens)}
