// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.lettuce.core.api.StatefulConnection;
import io.weir.origin.OriginUnavailable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one connection of an origin. Nobody waits for it, so a process starts without Redis; once it stands, Lettuce keeps it
 * alive. While there is none, each call that comes after a failed attempt makes the next: whoever calls sets the pace.
 */
final class RedisConnector {
  private final Supplier<CompletableFuture<? extends StatefulConnection<String, String>>> opener;

  /** Guarded by this, as is the next. */
  private @Nullable CompletableFuture<StatefulConnection<String, String>> opened;

  private boolean closed;

  RedisConnector(Supplier<CompletableFuture<? extends StatefulConnection<String, String>>> opener) {
    this.opener = opener;
  }

  /** Begins to connect, so that the first check need not. */
  void open() {
    CompletableFuture<?> unused = connection();
  }

  /** Does something over the connection, at once if it stands, else when the attempt under way succeeds. */
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
      // On another thread: the first connection loads hundreds of classes, and nobody may wait.
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

  /** Lets go of the connection, for a client that lives on. */
  synchronized void release() {
    CompletableFuture<StatefulConnection<String, String>> known = opened;
    if (known != null) {
      CompletableFuture<?> unused = known.thenCompose(StatefulConnection::closeAsync);
    }
  }
}
