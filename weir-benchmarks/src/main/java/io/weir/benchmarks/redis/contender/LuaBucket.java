// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.contender;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A token bucket of two keys with one script call per request, as in API gateways, over one Lettuce connection. */
final class LuaBucket implements RedisContender {
  private final RedisLocation redisLocation;
  private final String amount;
  private final String millis;
  private final RedisClient client;
  private final RedisCommands<String, String> commands;
  private final String script;

  LuaBucket(RedisLocation redisLocation, Allowance allowance) {
    this.redisLocation = redisLocation;
    this.amount = Long.toString(allowance.amount());
    this.millis = Long.toString(allowance.per().toMillis());
    this.client = RedisClient.create(redisLocation.uri());
    try {
      this.commands = client.connect().sync();
      this.script = commands.scriptLoad(text());
    } catch (RuntimeException e) {
      client.shutdown();
      throw e;
    }
  }

  private static String text() {
    try (InputStream in = LuaBucket.class.getResourceAsStream("bucket.lua")) {
      if (in == null) {
        throw new IllegalStateException("bucket.lua is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean allow(String key) {
    String[] keys = {
      redisLocation.name("{" + key + "}:tokens"), redisLocation.name("{" + key + "}:time")
    };
    List<Long> answer = commands.evalsha(script, ScriptOutputType.MULTI, keys, amount, millis, "1");
    return answer.get(0) == 1;
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
