// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The tenants' settings as all servers share them. Never blocks its caller: answers come on threads of its own, or fail
 * with {@link StoreUnavailable}. What it changes or finds is in this server's {@link Directory} before the answer is, and in
 * the others' within two seconds.
 */
public interface TenantStore extends AutoCloseable {

  /** The shared store could not be asked; nothing is known to have changed. */
  final class StoreUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a sentence for the log, free of secrets. */
    public StoreUnavailable(String reason) {
      super(reason);
    }
  }

  /** The namespace of this name: as it is, deleted too, or made. */
  CompletionStage<Namespace> createNamespace(String workspaceId, String name);

  /**
   * Makes a namespace that checks are counted in already, as soon as that can be done. Has room for many, but not for any
   * number: one that finds none is made when a server that does not know it is asked for it.
   */
  void saveLater(Namespace unsaved);

  /** The namespace with this name or id, if there is one, deleted or not. */
  CompletionStage<Optional<Namespace>> findNamespace(String workspaceId, String nameOrId);

  /**
   * What an override should be.
   *
   * @param namespaceId where it applies
   * @param identifier to whom
   * @param limit how much
   * @param durationMillis in how long
   */
  record OverrideRequest(String namespaceId, String identifier, long limit, long durationMillis) {}

  /** Makes the override, changes it, or revives it: under one id as long as the namespace lives. */
  CompletionStage<LimitOverride> setOverride(OverrideRequest overrideRequest);

  /** Deletes the override with exactly this identifier. False when there was none. */
  CompletionStage<Boolean> deleteOverride(String namespaceId, String identifier);

  /** The live overrides of a namespace by ascending id, from this id on, so many at most. */
  CompletionStage<List<LimitOverride>> listOverrides(String namespaceId, String fromId, int most);

  @Override
  void close();
}
