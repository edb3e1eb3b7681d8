// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.weir.origin.Origin;
import io.weir.origin.Origin.Heartbeat;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Pulse;
import io.weir.origin.Origin.Query;
import io.weir.origin.Origin.Receipt;
import io.weir.origin.Origin.Restoration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** What is said to Redis: commands, pipelined, and what their replies mean. */
final class Commands {
  /*
   * Reads are plain HGETALLs: three times cheaper for Redis than a script, and atomic enough, since fields only grow. All
   * cells of a call leave in one write and come back in one round trip (in a cluster, one per node, side by side).
   *
   * Publishes are scripts over some cells each, see publish.lua. In a cluster a script may touch one slot only, so cells
   * are grouped by slot.
   */

  /** Cells per script call. Past this the calls' own cost no longer shows, but other clients wait longer for their turn. */
  private static final int CELLS_PER_CALL = 32;

  private static final Pattern RUN_ID = Pattern.compile("run_id:(\\p{XDigit}+)");

  private final RedisKeys keys;

  Commands(RedisKeys keys) {
    this.keys = keys;
  }

  CompletableFuture<List<Long>> read(
      StatefulConnection<String, String> connection, List<Query> queries) {
    List<AsyncCommand<String, String, Long>> commands = new ArrayList<>(queries.size());
    for (Query query : queries) {
      CommandArgs<String, String> arguments =
          new CommandArgs<>(StringCodec.UTF8).addKey(keys.cell(query.cell()));
      commands.add(new AsyncCommand<>(
          new Command<>(CommandType.HGETALL, new OthersOutput(query.field()), arguments)));
    }
    send(connection, commands);
    return all(commands);
  }

  /**
   * In one write; in a cluster one by one, and what goes to a node is still flushed together. There the library would
   * wait for the connection to each node of a batch, on the caller's thread and for as long as it takes.
   */
  private static <T> void send(
      StatefulConnection<String, String> connection,
      List<AsyncCommand<String, String, T>> commands) {
    if (isCluster(connection)) {
      commands.forEach(connection::dispatch);
    } else {
      connection.dispatch(commands);
    }
  }

  private static boolean isCluster(StatefulConnection<String, String> connection) {
    return connection instanceof StatefulRedisClusterConnection<String, String>;
  }

  CompletableFuture<List<Receipt>> publish(
      StatefulConnection<String, String> connection, List<Publication> publications) {
    List<String> cells =
        publications.stream().map(publication -> keys.cell(publication.cell())).toList();
    List<int[]> groups = groups(connection, cells);
    List<Call<List<Receipt>>> calls = new ArrayList<>(groups.size());
    for (int[] group : groups) {
      calls.add(publishing(publications, cells, group));
    }
    return run(connection, calls).thenApply(replies -> inOrder(replies, groups));
  }

  /** The places of cells that go into one script call each. */
  private static List<int[]> groups(
      StatefulConnection<String, String> connection, List<String> cells) {
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

  private static Call<List<Receipt>> publishing(
      List<Publication> publications, List<String> cells, int[] group) {
    List<String> names = new ArrayList<>(group.length);
    List<String> values = new ArrayList<>(3 * group.length);
    for (int place : group) {
      Publication publication = publications.get(place);
      names.add(cells.get(place));
      values.add(publication.field());
      values.add(Long.toString(publication.count()));
      values.add(Long.toString(publication.timeToLiveMillis()));
    }
    return new Call<>(Script.PUBLISH, names, values, () -> new ReceiptsOutput(group.length));
  }

  private static List<Receipt> inOrder(List<List<Receipt>> replies, List<int[]> places) {
    Receipt[] receipts =
        new Receipt[places.stream().mapToInt(group -> group.length).sum()];
    for (int i = 0; i < replies.size(); i++) {
      for (int j = 0; j < places.get(i).length; j++) {
        receipts[places.get(i)[j]] = replies.get(i).get(j);
      }
    }
    return Arrays.asList(receipts);
  }

  CompletableFuture<Void> restore(
      StatefulConnection<String, String> connection, List<Restoration> restorations) {
    List<String> cells =
        restorations.stream().map(restoration -> keys.cell(restoration.cell())).toList();
    List<Call<Long>> calls = new ArrayList<>();
    for (int[] group : groups(connection, cells)) {
      List<String> names = new ArrayList<>(group.length);
      List<String> values = new ArrayList<>(3 * group.length);
      for (int place : group) {
        Restoration restoration = restorations.get(place);
        names.add(cells.get(place));
        values.add(restoration.field());
        values.add(Long.toString(restoration.siblings()));
        values.add(Long.toString(restoration.timeToLiveMillis()));
      }
      calls.add(
          new Call<>(Script.RESTORE, names, values, () -> new IntegerOutput<>(StringCodec.UTF8)));
    }
    return run(connection, calls).thenApply(done -> null);
  }

  CompletableFuture<Pulse> beat(
      StatefulConnection<String, String> connection, Heartbeat heartbeat) {
    Call<List<Object>> call = new Call<>(
        Script.BEAT,
        List.of(keys.processes(), keys.identity(), keys.heartbeats()),
        List.of(
            heartbeat.incarnation(),
            Long.toString(heartbeat.timeToLiveMillis()),
            heartbeat.dataSet(),
            heartbeat.identity(),
            code(heartbeat.progress()),
            Long.toString(heartbeat.number()),
            Long.toString(Origin.LEASE_MILLIS)),
        () -> new ArrayOutput<>(StringCodec.UTF8));
    return run(connection, List.of(call)).thenCombine(runIds(connection), (replies, others) -> {
      List<Object> reply = replies.get(0);
      return new Pulse(
          Math.toIntExact((Long) reply.get(0)),
          (Long) reply.get(4),
          (String) reply.get(2),
          reply.get(3) + others,
          (Long) reply.get(5),
          (Long) reply.get(1));
    });
  }

  private static String code(Origin.Progress progress) {
    return switch (progress) {
      case NEVER_BEHIND -> "0";
      case BEHIND -> "1";
      case CAUGHT_UP -> "2";
    };
  }

  /**
   * In a cluster, which servers there are: the beat itself reaches only one of them, and the loss of another must not go
   * unseen. A server that does not answer changes the result, and its return does so again: both are worth a look.
   */
  private static CompletionStage<String> runIds(StatefulConnection<String, String> connection) {
    if (!(connection instanceof StatefulRedisClusterConnection<String, String> cluster)) {
      return CompletableFuture.completedFuture("");
    }
    List<CompletableFuture<String>> ids = new ArrayList<>();
    for (CompletionStage<String> answer :
        cluster.async().upstream().commands().info("server").futures()) {
      ids.add(answer.toCompletableFuture().handle((info, failure) -> {
        Matcher id = RUN_ID.matcher(failure == null ? info : "");
        return id.find() ? id.group(1) : "";
      }));
    }
    return all(ids).thenApply(known -> known.stream().sorted().toList().toString());
  }

  /** One run of a script, which can be put into words again. */
  private record Call<T>(
      Script script,
      List<String> cells,
      List<String> values,
      Supplier<CommandOutput<String, String, T>> output) {

    /** By name, which Redis may not know. */
    AsyncCommand<String, String, T> byName() {
      return command(CommandType.EVALSHA, script.sha());
    }

    /** By its text, which Redis then keeps under its name. */
    AsyncCommand<String, String, T> byText() {
      return command(CommandType.EVAL, script.text());
    }

    private AsyncCommand<String, String, T> command(CommandType type, String body) {
      CommandArgs<String, String> arguments = new CommandArgs<>(StringCodec.UTF8)
          .add(body)
          .add(cells.size())
          .addKeys(cells)
          .addValues(values);
      return new AsyncCommand<>(new Command<>(type, output.get(), arguments));
    }
  }

  private static <T> CompletableFuture<List<T>> run(
      StatefulConnection<String, String> connection, List<Call<T>> calls) {
    List<AsyncCommand<String, String, T>> commands = new ArrayList<>(calls.size());
    calls.forEach(call -> commands.add(call.byName()));
    send(connection, commands);
    List<CompletableFuture<T>> answers = new ArrayList<>(calls.size());
    for (int i = 0; i < calls.size(); i++) {
      Call<T> call = calls.get(i);
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

  private static <T> CompletableFuture<List<T>> all(
      Collection<? extends CompletableFuture<T>> answers) {
    return CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0]))
        .thenApply(done -> answers.stream().map(CompletableFuture::join).toList());
  }
}
