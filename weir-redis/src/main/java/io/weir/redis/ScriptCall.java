// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A call of a script, which can be sent again.
 *
 * @param script the script
 * @param keys the keys it uses; in a cluster, all in one slot
 * @param values its arguments
 * @param output creates a parser of its reply
 */
record ScriptCall<T>(
    RedisScript script,
    List<String> keys,
    List<String> values,
    Supplier<CommandOutput<String, String, T>> output) {

  /**
   * Cells per script call. With more, the overhead per call is already negligible, but other clients wait longer for
   * their turn.
   */
  private static final int CELLS_PER_CALL = 32;

  /** Calls the script by its digest, which Redis may not know. */
  private AsyncCommand<String, String, T> byName() {
    return command(CommandType.EVALSHA, script.sha());
  }

  /** Calls the script by its source, which Redis then caches under its digest. */
  private AsyncCommand<String, String, T> byText() {
    return command(CommandType.EVAL, script.text());
  }

  private AsyncCommand<String, String, T> command(CommandType type, String body) {
    CommandArgs<String, String> arguments = new CommandArgs<>(StringCodec.UTF8)
        .add(body)
        .add(keys.size())
        .addKeys(keys)
        .addValues(values);
    return new AsyncCommand<>(new Command<>(type, output.get(), arguments));
  }

  /**
   * Sends the commands in one write. In a cluster they are dispatched one by one, and those for one node are still
   * flushed together: for a batch the library would block the caller's thread until each node is connected.
   */
  static <T> void send(
      StatefulConnection<String, String> connection,
      List<AsyncCommand<String, String, T>> commands) {
    if (isCluster(connection)) {
      commands.forEach(connection::dispatch);
    } else {
      connection.dispatch(commands);
    }
  }

  static boolean isCluster(StatefulConnection<String, String> connection) {
    return connection instanceof StatefulRedisClusterConnection<String, String>;
  }

  /** Groups cells by script call. Each array contains the indexes of the cells of one call. */
  static List<int[]> groups(StatefulConnection<String, String> connection, List<String> cells) {
    return isCluster(connection)
        ? groupsBySlot(cells)
        : chunks(IntStream.range(0, cells.size()).toArray());
  }

  private static List<int[]> groupsBySlot(List<String> cells) {
    Map<Integer, List<Integer>> bySlot = new LinkedHashMap<>();
    for (int i = 0; i < cells.size(); i++) {
      int slot = SlotHash.getSlot(cells.get(i));
      bySlot.computeIfAbsent(slot, unused -> new ArrayList<>()).add(i);
    }
    List<int[]> groups = new ArrayList<>(bySlot.size());
    for (List<Integer> slot : bySlot.values()) {
      groups.addAll(chunks(slot.stream().mapToInt(Integer::intValue).toArray()));
    }
    return groups;
  }

  private static List<int[]> chunks(int[] places) {
    List<int[]> chunks = new ArrayList<>(places.length / CELLS_PER_CALL + 1);
    for (int i = 0; i < places.length; i += CELLS_PER_CALL) {
      chunks.add(Arrays.copyOfRange(places, i, Math.min(places.length, i + CELLS_PER_CALL)));
    }
    return chunks;
  }

  static <T> CompletableFuture<List<T>> run(
      StatefulConnection<String, String> connection, List<ScriptCall<T>> calls) {
    List<AsyncCommand<String, String, T>> commands = new ArrayList<>(calls.size());
    calls.forEach(call -> commands.add(call.byName()));
    send(connection, commands);
    List<CompletableFuture<T>> answers = new ArrayList<>(calls.size());
    for (int i = 0; i < calls.size(); i++) {
      ScriptCall<T> call = calls.get(i);
      answers.add(commands
          .get(i)
          .exceptionallyCompose(failure -> {
            if (!(failure instanceof RedisNoScriptException)) {
              return CompletableFuture.failedFuture(failure);
            }
            AsyncCommand<String, String, T> again = call.byText();
            connection.dispatch(again);
            return again;
          })
          .toCompletableFuture());
    }
    return all(answers);
  }

  static <T> CompletableFuture<List<T>> all(Collection<? extends CompletableFuture<T>> answers) {
    return CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0]))
        .thenApply(done -> answers.stream().map(CompletableFuture::join).toList());
  }
}
