// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.weir.CellKey;
import io.weir.origin.Origin;
import io.weir.origin.Origin.Addition;
import io.weir.origin.Origin.FaultListener;
import io.weir.origin.Origin.OriginHeartbeat;
import io.weir.origin.Origin.OriginMemory;
import io.weir.origin.Origin.OriginSpaceUsage;
import io.weir.origin.Origin.OriginStatus;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Query;
import io.weir.origin.Origin.Receipt;
import io.weir.origin.Origin.Restoration;
import io.weir.origin.Origin.UsageReport;
import io.weir.redis.output.ReceiptsOutput;
import io.weir.redis.output.ReceiptsOutput.PublishReceipt;
import io.weir.redis.output.SiblingsOutput;
import io.weir.redis.reset.EscapedText;
import io.weir.redis.reset.RedisResets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The pipelined commands that are sent to Redis, and the interpretation of their replies. */
final class RedisCommands {
  /*
   * Reads are plain HGETALLs: three times cheaper for Redis than a script, and atomic enough, since fields only grow.
   * All cells of a call are sent in one write and answered in one round trip (in a cluster, one per node, in
   * parallel).
   *
   * Publishes are scripts over several cells each, see publish.lua. In a cluster a script may use one slot only, so
   * cells are grouped by slot.
   */

  private static final Pattern RUN_ID = Pattern.compile("run_id:(\\p{XDigit}+)");

  private final RedisKeys keys;
  private volatile FaultListener faults = (cell, isReadable, excerpt) -> {};

  RedisCommands(RedisKeys keys) {
    this.keys = keys;
  }

  /** Sets the listener for fields and keys that do not hold valid counts. */
  void onFault(FaultListener listener) {
    faults = listener;
  }

  CompletableFuture<List<Long>> read(
      StatefulConnection<String, String> connection, List<Query> queries) {
    List<AsyncCommand<String, String, Long>> commands = new ArrayList<>(queries.size());
    List<CompletableFuture<Long>> answers = new ArrayList<>(queries.size());
    for (Query query : queries) {
      String key = keys.cell(query.cell());
      CommandArgs<String, String> arguments = new CommandArgs<>(StringCodec.UTF8).addKey(key);
      SiblingsOutput output = new SiblingsOutput(query.field());
      AsyncCommand<String, String, Long> command =
          new AsyncCommand<>(new Command<>(CommandType.HGETALL, output, arguments));
      commands.add(command);
      answers.add(command
          .thenApply(sum -> {
            output
                .skipped()
                .ifPresent(value -> faults.onFault(
                    query.cell(), true, "a field of the Redis key " + key + " has " + value));
            return sum;
          })
          .exceptionallyCompose(failure -> isolateFailure(failure, query.cell(), key))
          .toCompletableFuture());
    }
    ScriptCall.send(connection, commands);
    return ScriptCall.all(answers);
  }

  /** A key of the wrong type affects only its own cell. Any other failure fails the whole call. */
  private CompletableFuture<Long> isolateFailure(Throwable failure, CellKey cell, String key) {
    Throwable cause = cause(failure);
    String text = String.valueOf(cause.getMessage());
    if (!text.startsWith("WRONGTYPE")) {
      return CompletableFuture.failedFuture(cause);
    }
    faults.onFault(cell, false, "the Redis key " + key + " can't be read: " + text);
    return CompletableFuture.completedFuture(Origin.UNREADABLE);
  }

  /** The failure itself, without what the futures that it came through put around it. */
  static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  CompletableFuture<List<Receipt>> publish(
      StatefulConnection<String, String> connection, List<Publication> publications) {
    return publish(connection, RedisScript.PUBLISH, publications).thenCompose(replies -> {
      List<Publication> again = IntStream.range(0, replies.size())
          .filter(place -> replies.get(place).needsResend())
          .mapToObj(publications::get)
          .toList();
      if (again.isEmpty()) {
        return CompletableFuture.completedFuture(receipts(replies, List.of()));
      }
      return publish(connection, RedisScript.RAISE, again)
          .thenApply(raised -> receipts(replies, raised));
    });
  }

  private CompletableFuture<List<PublishReceipt>> publish(
      StatefulConnection<String, String> connection,
      RedisScript redisScript,
      List<Publication> publications) {
    List<String> cells =
        publications.stream().map(publication -> keys.cell(publication.cell())).toList();
    List<int[]> groups = ScriptCall.groups(connection, cells);
    List<ScriptCall<List<PublishReceipt>>> calls = new ArrayList<>(groups.size());
    for (int[] group : groups) {
      calls.add(publishCall(redisScript, publications, cells, group));
    }
    return ScriptCall.run(connection, calls).thenApply(replies -> {
      List<PublishReceipt> inOrder = inOrder(replies, groups);
      for (int i = 0; i < inOrder.size(); i++) {
        report(publications.get(i).cell(), cells.get(i), inOrder.get(i));
      }
      return inOrder;
    });
  }

  private void report(CellKey cell, String key, PublishReceipt publishReceipt) {
    if (publishReceipt.isFaulty()) {
      String excerpt = publishReceipt.note().substring(1);
      boolean isReadable = publishReceipt.note().startsWith("?");
      faults.onFault(
          cell,
          isReadable,
          isReadable
              ? "in the Redis key " + key + " the field " + excerpt
              : "the Redis key " + key + " can't be written: " + excerpt);
    }
  }

  /** Merges the receipts: publications that were sent again use their second receipt. */
  private static List<Receipt> receipts(List<PublishReceipt> replies, List<PublishReceipt> raised) {
    Iterator<PublishReceipt> second = raised.iterator();
    return replies.stream()
        .map(publishReceipt -> publishReceipt.needsResend() ? second.next() : publishReceipt)
        .map(PublishReceipt::receipt)
        .toList();
  }

  private static ScriptCall<List<PublishReceipt>> publishCall(
      RedisScript redisScript, List<Publication> publications, List<String> cells, int[] group) {
    List<String> names = new ArrayList<>(group.length);
    List<String> values = new ArrayList<>(5 * group.length + 1);
    for (int place : group) {
      Publication publication = publications.get(place);
      names.add(cells.get(place));
      values.add(publication.field());
      values.add(Long.toString(publication.count()));
      values.add(Long.toString(publication.timeToLiveMillis()));
      values.add(publication.mayCreate() && !redisScript.equals(RedisScript.RAISE) ? "1" : "0");
      values.add(Integer.toString(publication.reservedFields()));
    }
    values.add(Integer.toString(Origin.MAX_FIELDS));
    return new ScriptCall<>(redisScript, names, values, () -> new ReceiptsOutput(group.length));
  }

  private static List<PublishReceipt> inOrder(
      List<List<PublishReceipt>> replies, List<int[]> places) {
    PublishReceipt[] inOrder =
        new PublishReceipt[places.stream().mapToInt(group -> group.length).sum()];
    for (int i = 0; i < replies.size(); i++) {
      for (int j = 0; j < places.get(i).length; j++) {
        inOrder[places.get(i)[j]] = replies.get(i).get(j);
      }
    }
    return Arrays.asList(inOrder);
  }

  CompletableFuture<Void> restore(
      StatefulConnection<String, String> connection, List<Restoration> restorations) {
    List<String> cells =
        restorations.stream().map(restoration -> keys.cell(restoration.cell())).toList();
    List<ScriptCall<Long>> calls = new ArrayList<>();
    for (int[] group : ScriptCall.groups(connection, cells)) {
      List<String> names = new ArrayList<>(group.length);
      List<String> values = new ArrayList<>(3 * group.length);
      for (int place : group) {
        Restoration restoration = restorations.get(place);
        names.add(cells.get(place));
        values.add(restoration.field());
        values.add(Long.toString(restoration.siblings()));
        values.add(Long.toString(restoration.timeToLiveMillis()));
      }
      calls.add(new ScriptCall<>(
          RedisScript.RESTORE, names, values, () -> new IntegerOutput<>(StringCodec.UTF8)));
    }
    return ScriptCall.run(connection, calls).thenApply(done -> null);
  }

  CompletableFuture<OriginStatus> heartbeat(
      StatefulConnection<String, String> connection, OriginHeartbeat originHeartbeat) {
    ScriptCall<List<Object>> call = new ScriptCall<>(
        RedisScript.HEARTBEAT,
        List.of(keys.processes(), keys.identity(), keys.heartbeats()),
        List.of(
            originHeartbeat.incarnation(),
            Long.toString(originHeartbeat.timeToLiveMillis()),
            originHeartbeat.dataSet(),
            originHeartbeat.identity(),
            code(originHeartbeat.progress()),
            Long.toString(originHeartbeat.number()),
            Long.toString(Origin.LEASE_MILLIS)),
        () -> new ArrayOutput<>(StringCodec.UTF8));
    return ScriptCall.run(connection, List.of(call))
        .thenCombine(runIds(connection), (replies, others) -> {
          List<Object> reply = replies.get(0);
          return new OriginStatus(
              Math.toIntExact((Long) reply.get(0)),
              (Long) reply.get(4),
              (String) reply.get(2),
              reply.get(3) + others,
              (Long) reply.get(5),
              (Long) reply.get(1));
        });
  }

  CompletableFuture<OriginSpaceUsage> reportUsage(
      StatefulConnection<String, String> connection, UsageReport usageReport) {
    List<String> values = new ArrayList<>();
    values.add(Integer.toString(usageReport.additions().size()));
    for (Addition addition : usageReport.additions()) {
      values.add(EscapedText.of(addition.workspace()));
      values.add(Long.toString(addition.timeToLiveMillis()));
      values.add(Long.toString(addition.memory().cells()));
      values.add(Long.toString(addition.memory().bytes()));
    }
    usageReport.workspaces().forEach(workspace -> values.add(EscapedText.of(workspace)));
    ScriptCall<List<Object>> call = new ScriptCall<>(
        RedisScript.ACCOUNT, keys.usage(), values, () -> new ArrayOutput<>(StringCodec.UTF8));
    return ScriptCall.run(connection, List.of(call))
        .thenCombine(
            ScriptCall.all(infos(connection, "memory")),
            (replies, infos) -> MemoryInfo.of(infos).usage(memories(replies.get(0))));
  }

  private static List<OriginMemory> memories(List<Object> reply) {
    List<OriginMemory> memories = new ArrayList<>(reply.size() / 2);
    for (int i = 0; i + 1 < reply.size(); i += 2) {
      memories.add(new OriginMemory((Long) reply.get(i), (Long) reply.get(i + 1)));
    }
    return memories;
  }

  /** Runs the script once for each list of values, in parallel. */
  CompletableFuture<List<List<Object>>> resets(
      StatefulConnection<String, String> connection,
      RedisResets.ResetScript resetScript,
      List<List<String>> values) {
    RedisScript redisScript =
        resetScript == RedisResets.ResetScript.CHANGE ? RedisScript.RESET : RedisScript.RESETS;
    List<ScriptCall<List<Object>>> calls = new ArrayList<>(values.size());
    for (List<String> each : values) {
      calls.add(new ScriptCall<>(
          redisScript, keys.resets(), each, () -> new ArrayOutput<>(StringCodec.UTF8)));
    }
    return ScriptCall.run(connection, calls);
  }

  private static String code(Origin.CompletionProgress completionProgress) {
    return switch (completionProgress) {
      case NEVER_BEHIND -> "0";
      case BEHIND -> "1";
      case CAUGHT_UP -> "2";
    };
  }

  /**
   * Returns the run ids of all servers of a cluster. The heartbeat itself reaches only one of them, and the loss of
   * another one must be noticed too. A server that does not respond changes the result, and its return changes it
   * again: both are reasons to verify the data set.
   */
  private static CompletionStage<String> runIds(StatefulConnection<String, String> connection) {
    if (!ScriptCall.isCluster(connection)) {
      return CompletableFuture.completedFuture("");
    }
    return ScriptCall.all(infos(connection, "server"))
        .thenApply(infos -> infos.stream()
            .map(RUN_ID::matcher)
            .map(id -> id.find() ? id.group(1) : "")
            .sorted()
            .toList()
            .toString());
  }

  /** Requests the INFO of each server; empty for a server that does not respond, or does not permit the command. */
  private static List<CompletableFuture<String>> infos(
      StatefulConnection<String, String> connection, String section) {
    List<CompletionStage<String>> answers = new ArrayList<>();
    if (connection instanceof StatefulRedisClusterConnection<String, String> cluster) {
      answers.addAll(List.of(cluster.async().upstream().commands().info(section).futures()));
    } else {
      AsyncCommand<String, String, String> command = new AsyncCommand<>(new Command<>(
          CommandType.INFO,
          new StatusOutput<>(StringCodec.UTF8),
          new CommandArgs<>(StringCodec.UTF8).add(section)));
      connection.dispatch(command);
      answers.add(command);
    }
    return answers.stream()
        .map(answer -> answer.toCompletableFuture().exceptionally(failure -> ""))
        .toList();
  }
}
