// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.lettuce.core.api.StatefulConnection;
import io.weir.origin.OriginUnavailable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The single connection of an origin. No caller waits for it, so a process starts without Redis; once connected,
 * Lettuce reconnects by itself. Until then, a call that follows a failed attempt starts the next attempt, so the
 * callers determine the retry rate.
 */
final class RedisConnector {
  private final Supplier<CompletableFuture<? extends StatefulConnection<String, String>>> opener;

  /** Guarded by this, as is {@link #closed}. */
  private @Nullable CompletableFuture<StatefulConnection<String, String>> opened;

  private boolean closed;

  RedisConnector(Supplier<CompletableFuture<? extends StatefulConnection<String, String>>> opener) {
    this.opener = opener;
  }

  /** Starts to connect, so that the first check does not have to. */
  void open() {
    CompletableFuture<?> unused = connection();
  }

  /** Runs a request on the connection: immediately if it is open, otherwise when the pending attempt succeeds. */
  <T> CompletableFuture<T> call(
      Function<StatefulConnection<String, String>, CompletableFuture<T>> request) {
    return connection().thenCompose(request);
  }

  private synchronized CompletableFuture<StatefulConnection<String, String>> connection() {
    if (closed) {
      return CompletableFuture.failedFuture(new OriginUnavailable("the origin is closed"));
    }
    CompletableFuture<StatefulConnection<String, String>> known = opened;
    if (known == null || known.isCompletedExceptionally()) {
      CompletableFuture<StatefulConnection<String, String>> attempt = new CompletableFuture<>();
      opened = attempt;
      // On another thread: the first connection loads hundreds of classes, and callers must not
      // wait for that.
      CompletableFuture<?> unused = CompletableFuture.runAsync(() -> connect(attempt));
      known = attempt;
    }
    return known;
  }

  private void connect(CompletableFuture<StatefulConnection<String, String>> attempt) {
    try {
      CompletableFuture<?> unused = opener.get().whenComplete((connection, failure) -> {
        if (failure == null) {
          attempt.complete(connection);
        } else {
          attempt.completeExceptionally(failure);
        }
      });
    } catch (RuntimeException e) {
      attempt.completeExceptionally(e);
    }
  }

  /** Makes later calls fail. */
  synchronized void close() {
    closed = true;
  }

  /** Closes the connection, for a client that stays open. */
  synchronized void release() {
    CompletableFuture<StatefulConnection<String, String>> known = opened;
    if (known != null) {
      CompletableFuture<?> unused = known.thenCompose(StatefulConnection::closeAsync);
    }
  }
}
