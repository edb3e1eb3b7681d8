// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.access;

import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.server.directory.Workspace;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Enforces how often a workspace may call the API. The quota is counted like any other limit, in a namespace whose
 * name no user namespace has.
 */
public final class WorkspaceQuota {
  /** The window of a quota. */
  public static final Duration WINDOW = Duration.ofMinutes(1);

  private static final String NAMESPACE = "workspace.ratelimit";

  private final Engine engine;

  /** Creates a quota that this engine counts. */
  public WorkspaceQuota(Engine engine) {
    this.engine = engine;
  }

  /** Counts a request. Returns null for a workspace without a quota. */
  public @Nullable CompletableFuture<Decision> spend(Workspace workspace) {
    if (workspace.quota() == Workspace.UNLIMITED) {
      return null;
    }
    return engine
        .limiter(workspace.id(), NAMESPACE, LimitPolicy.of(workspace.quota(), WINDOW))
        .checkAsync(workspace.id(), 1);
  }
}
