// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.contender;

import java.util.Map;

/** The measured limiters. */
public enum RedisContenderKind {
  WEIR("Weir") {
    @Override
    public RedisContender open(RedisLocation redisLocation, Allowance allowance) {
      return new WeirOverRedis(redisLocation, allowance);
    }

    /** Counts scripts and reads. A script reads each cell that it writes; these reads do not come from the client. */
    @Override
    public long sent(Map<String, Long> calls) {
      return scripts(calls) + of(calls, "hgetall") - of(calls, "hset");
    }
  },
  BUCKET4J("Bucket4j (Lettuce)") {
    @Override
    public RedisContender open(RedisLocation redisLocation, Allowance allowance) {
      return new Bucket4jOverRedis(redisLocation, allowance);
    }

    /**
     * Counts a read and a script per attempt. A script either sets a new key, or reads the key again before it writes.
     */
    @Override
    public long sent(Map<String, Long> calls) {
      return of(calls, "get") + of(calls, "set");
    }
  },
  REDISSON("Redisson RRateLimiter") {
    @Override
    public RedisContender open(RedisLocation redisLocation, Allowance allowance) {
      return new RedissonOverRedis(redisLocation, allowance);
    }
  },
  LUA("Lua token bucket (Lettuce)") {
    @Override
    public RedisContender open(RedisLocation redisLocation, Allowance allowance) {
      return new LuaBucket(redisLocation, allowance);
    }
  };

  private final String label;

  RedisContenderKind(String label) {
    this.label = label;
  }

  /** Connects to Redis. */
  public abstract RedisContender open(RedisLocation redisLocation, Allowance allowance);

  /**
   * How many commands clients sent. Redis also counts the commands in scripts and does not distinguish them, so the
   * number is derived from what the contender's scripts are known to do.
   *
   * @param calls per command, of this contender alone
   */
  public long sent(Map<String, Long> calls) {
    return scripts(calls);
  }

  public String label() {
    return label;
  }

  private static long scripts(Map<String, Long> calls) {
    return of(calls, "evalsha") + of(calls, "eval");
  }

  private static long of(Map<String, Long> calls, String command) {
    return calls.getOrDefault(command, 0L);
  }
}
