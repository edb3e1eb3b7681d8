// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import static io.weir.server.admin.Listing.properties;

import io.weir.Observer.Dependency;
import io.weir.mysql.MysqlLedger;
import io.weir.mysql.MysqlOptions;
import io.weir.mysql.local.LocalStore;
import io.weir.mysql.local.LocalStoreOptions;
import io.weir.reset.ResetRefused;
import io.weir.reset.ResetResult;
import io.weir.reset.Resets;
import io.weir.reset.Resets.ResetTarget;
import io.weir.server.admin.Administration.AdminRefusal;
import io.weir.server.directory.TenantStore.StoreUnavailable;
import io.weir.sql.dialect.ReadableText;
import io.weir.sql.file.LocalDatabase;
import io.weir.time.EpochClock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.ParseResult;

/** The command {@code reset}, which resets an identifier's counts on all servers. */
final class ResetCommand {
  static final String NAME = "reset";
  static final String NAMESPACE = "--namespace";
  static final String IDENTIFIER = "--identifier";

  private static final int MAX_IDENTIFIER = 512;

  /** How long the command waits. Longer than an engine waits for its stores. */
  private static final long TIMEOUT_SECONDS = 15;

  private ResetCommand() {}

  /** Executes resets and describes where they take effect. */
  record ResetExecutor(Function<ResetTarget, CompletionStage<ResetResult>> resets, String effect) {
    /** Returns the executor of running servers, or of servers that share a database. */
    static ResetExecutor ofServers(Function<ResetTarget, CompletionStage<ResetResult>> resets) {
      return new ResetExecutor(resets, "all servers apply it within 2 s");
    }
  }

  static boolean isReset(ParseResult group) {
    return group.commandSpec().name().equals(NAME);
  }

  /** Validates the command's values before any store is opened. */
  static void check(ParseResult parsed) {
    String identifier = identifier(parsed);
    int length = identifier.codePointCount(0, identifier.length());
    if (length < 1 || length > MAX_IDENTIFIER) {
      throw new IllegalArgumentException(
          IDENTIFIER + " must be 1 to " + MAX_IDENTIFIER + " characters, but had " + length);
    }
  }

  private static String identifier(ParseResult parsed) {
    return parsed.matchedOptionValue(IDENTIFIER, "");
  }

  /** Resets the identifier and returns the text to print. */
  static String run(
      ParseResult parsed, Administration administration, ResetExecutor resetExecutor) {
    String namespace = parsed.matchedOptionValue(NAMESPACE, "");
    String workspace =
        parsed.matchedOptionValue(AdminCommandSpecs.WORKSPACE, Administration.WORKSPACE);
    ResetTarget resetTarget = administration.identity(workspace, namespace, identifier(parsed));
    ResetResult result = await(resetExecutor.resets().apply(resetTarget));
    if (parsed.hasMatchedOption(AdminCommandSpecs.JSON)) {
      return Listing.json(properties(
          "workspace", workspace,
          "namespace", namespace,
          "identifier", identifier(parsed),
          "epoch", result.epoch(),
          "complete", result.isComplete(),
          "pending", result.pending().keySet().stream().map(ResetCommand::name).toList()));
    }
    String what = "reset \"" + ReadableText.encode(identifier(parsed)) + "\" in namespace \""
        + ReadableText.encode(namespace) + '"';
    return result.isComplete()
        ? what + "; " + resetExecutor.effect() + '\n'
        : what + "; not written yet, retrying until it succeeds: " + pending(result.pending())
            + '\n';
  }

  private static String pending(Map<Dependency, String> pending) {
    return pending.entrySet().stream()
        .map(each -> name(each.getKey()) + " (" + each.getValue() + ')')
        .collect(Collectors.joining(", "));
  }

  private static String name(Dependency dependency) {
    return dependency == Dependency.ORIGIN ? "Redis" : "the database";
  }

  private static ResetResult await(CompletionStage<ResetResult> result) {
    try {
      return result.toCompletableFuture().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      String reason = String.valueOf(e.getCause() == null ? e : e.getCause().getMessage());
      throw e.getCause() instanceof ResetRefused
          ? new AdminRefusal(reason)
          : new StoreUnavailable(reason);
    } catch (TimeoutException e) {
      throw new StoreUnavailable("no answer within " + TIMEOUT_SECONDS + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailable("interrupted while waiting for the reset");
    }
  }

  /** Returns an executor that writes to the database that all regions read. */
  static ResetExecutor in(MysqlOptions options) {
    return ResetExecutor.ofServers(resetTarget -> {
      MysqlLedger ledger = MysqlLedger.open(options);
      return raise(ledger.resets(), resetTarget, Set.of(Dependency.LEDGER))
          .whenComplete((result, failure) -> ledger.close());
    });
  }

  /** Returns an executor that writes to the file of a server that is not running. */
  static ResetExecutor in(Supplier<LocalDatabase> file) {
    return new ResetExecutor(
        resetTarget -> {
          try (LocalStore store = LocalStore.in(file.get(), LocalStoreOptions.defaults())) {
            // Waits here, because closing the store from the store's own thread would deadlock.
            return CompletableFuture.completedFuture(
                await(raise(store.resets(), resetTarget, Set.of(Dependency.ORIGIN))));
          }
        },
        "no server is running on this folder: the next one that starts on it applies the reset");
  }

  private static CompletionStage<ResetResult> raise(
      Resets resets, ResetTarget resetTarget, Set<Dependency> taken) {
    return resets
        .raise(resetTarget, EpochClock.system().epochMillis())
        .thenApply(epoch -> new ResetResult(epoch, taken, Map.of()));
  }
}
