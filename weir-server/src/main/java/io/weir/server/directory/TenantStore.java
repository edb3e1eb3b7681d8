// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The shared store of all tenants' settings. Never blocks its caller: results arrive on its own threads, or fail with
 * {@link StoreUnavailable}. What a call changes or finds is in this server's {@link Directory} before the result
 * arrives, and in other servers' within two seconds.
 */
public interface TenantStore extends AutoCloseable {

  /** The shared store could not be reached; the change is not known to have been made. */
  final class StoreUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception whose message is a sentence for the log, without secrets. */
    public StoreUnavailable(String reason) {
      super(reason);
    }
  }

  /** Returns the namespace of this name, deleted or not, creating it if there is none. */
  CompletionStage<Namespace> createNamespace(String workspaceId, String name);

  /**
   * Saves a namespace that checks are already counted in, as soon as possible. The queue is bounded: a namespace that
   * does not fit is created when a server that does not know it gets a request for it.
   */
  void saveLater(Namespace unsaved);

  /** Returns the namespace with this name or id, deleted or not, if there is one. */
  CompletionStage<Optional<Namespace>> findNamespace(String workspaceId, String nameOrId);

  /**
   * The properties of an override to set.
   *
   * @param namespaceId the namespace to which it applies
   * @param identifier the identifier or pattern to which it applies
   * @param limit the amount
   * @param durationMillis the length of the window
   */
  record OverrideRequest(String namespaceId, String identifier, long limit, long durationMillis) {}

  /** Creates, changes or revives an override. Its id stays the same for the lifetime of the namespace. */
  CompletionStage<LimitOverride> setOverride(OverrideRequest overrideRequest);

  /** Deletes the override with exactly this identifier. False if there was none. */
  CompletionStage<Boolean> deleteOverride(String namespaceId, String identifier);

  /** Returns at most {@code most} live overrides of a namespace by ascending id, starting from this id. */
  CompletionStage<List<LimitOverride>> listOverrides(String namespaceId, String fromId, int most);

  @Override
  void close();
}
