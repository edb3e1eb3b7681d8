// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.reset;

import io.weir.reset.ResetRefused;
import io.weir.reset.Resets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The resets that are stored in Redis; see {@code reset.lua}. */
public final class RedisResets implements Resets {
  /** The scripts of this package. */
  public enum ResetScript {
    /** {@code reset.lua}. */
    CHANGE,
    /** {@code resets.lua}. */
    READ
  }

  /** Runs scripts in Redis. */
  public interface ResetScripts {
    /** Runs the script once for each list of values, in parallel, and returns the replies in the same order. */
    CompletionStage<List<List<Object>>> run(ResetScript resetScript, List<List<String>> values);
  }

  private static final String NO_ROOM = "-1";
  private static final int HEAD = 4;
  private static final int PARTS = 3;

  private final ResetScripts resetScripts;

  /** Creates a store that uses these scripts. */
  public RedisResets(ResetScripts resetScripts) {
    this.resetScripts = resetScripts;
  }

  @Override
  public CompletionStage<Long> raise(ResetTarget resetTarget, long minEpoch) {
    return resetScripts
        .run(ResetScript.CHANGE, List.of(values(new Reset(resetTarget, minEpoch), true)))
        .thenCompose(replies -> {
          String epoch = text(replies.get(0), 0);
          return epoch.equals(NO_ROOM)
              ? CompletableFuture.failedFuture(ResetRefused.overBudget(resetTarget.workspace()))
              : CompletableFuture.completedFuture(Long.parseLong(epoch));
        });
  }

  @Override
  public CompletionStage<Void> store(List<Reset> resets) {
    List<List<String>> values =
        resets.stream().map(reset -> values(reset, false)).toList();
    return resetScripts.run(ResetScript.CHANGE, values).thenApply(replies -> null);
  }

  private static List<String> values(Reset reset, boolean isNew) {
    StringBuilder name = new StringBuilder();
    EscapedText.append(name, reset.identity().workspace());
    String workspace = name.toString();
    EscapedText.append(name.append(':'), reset.identity().namespace());
    EscapedText.append(name.append(':'), reset.identity().identifier());
    return List.of(
        name.toString(),
        workspace,
        Long.toString(reset.epoch()),
        isNew ? "1" : "0",
        Integer.toString(BUDGET),
        Long.toString(RETENTION_MILLIS));
  }

  @Override
  public CompletionStage<ResetPage> since(ResetPosition resetPosition) {
    List<String> values = List.of(
        resetPosition.generation(),
        Long.toString(resetPosition.revision()),
        Integer.toString(PAGE));
    return resetScripts
        .run(ResetScript.READ, List.of(values))
        .thenApply(replies -> page(replies.get(0)));
  }

  private static ResetPage page(List<Object> reply) {
    List<Reset> resets = new ArrayList<>();
    for (int i = HEAD; i < reply.size(); i += 2) {
      reset(text(reply, i), text(reply, i + 1)).ifPresent(resets::add);
    }
    ResetPosition next = new ResetPosition(text(reply, 0), Long.parseLong(text(reply, 3)));
    return new ResetPage(
        next, resets, text(reply, 1).equals("1"), text(reply, 2).equals("1"));
  }

  /** Parses a stored reset. Empty for an entry that Weir did not write: it must not keep others from being read. */
  private static Optional<Reset> reset(String name, String epoch) {
    String[] parts = name.split(":", -1);
    if (parts.length != PARTS) {
      return Optional.empty();
    }
    try {
      ResetTarget resetTarget = new ResetTarget(
          EscapedText.read(parts[0]), EscapedText.read(parts[1]), EscapedText.read(parts[2]));
      return Optional.of(new Reset(resetTarget, Long.parseLong(epoch)));
    } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private static String text(List<Object> reply, int index) {
    return String.valueOf(reply.get(index));
  }
}
