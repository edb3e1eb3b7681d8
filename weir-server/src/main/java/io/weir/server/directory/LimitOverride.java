// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

/**
 * A limit that applies to some identifiers of a namespace in place of the one that callers request.
 *
 * @param id {@code rlor_} and letters or digits
 * @param namespaceId the namespace to which it applies
 * @param identifier the identifiers to which it applies: exactly this text or, if it contains a {@code *}, every
 *     match
 * @param limit the amount; 0 refuses everything
 * @param durationMillis the length of the window
 * @param deleted whether it is deleted; setting it again revives it
 * @param revision of two states of the same override, the one with the larger number is newer
 */
public record LimitOverride(
    String id,
    String namespaceId,
    String identifier,
    long limit,
    long durationMillis,
    boolean deleted,
    long revision) {

  /** Returns the same override at another revision. */
  public LimitOverride at(long newRevision) {
    return new LimitOverride(
        id, namespaceId, identifier, limit, durationMillis, deleted, newRevision);
  }
}
