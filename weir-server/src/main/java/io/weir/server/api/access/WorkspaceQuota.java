// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.access;

import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.server.directory.Workspace;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** How often a workspace may call the API at all. Counted like everything else, under a name that no namespace has. */
public final class WorkspaceQuota {
  /** The time that a quota is for. */
  public static final Duration WINDOW = Duration.ofMinutes(1);

  private static final String NAMESPACE = "workspace.ratelimit";

  private final Engine engine;

  /** Counted by this engine. */
  public WorkspaceQuota(Engine engine) {
    this.engine = engine;
  }

  /** Counts a request; null for a workspace without a quota. */
  public @Nullable CompletableFuture<Decision> spend(Workspace workspace) {
    if (workspace.quota() == Workspace.UNLIMITED) {
      return null;
    }
    return engine
        .limiter(workspace.id(), NAMESPACE, LimitPolicy.of(workspace.quota(), WINDOW))
        .checkAsync(workspace.id(), 1);
  }
}
