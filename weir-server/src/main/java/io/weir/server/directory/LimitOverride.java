// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

/**
 * A limit that is applied to some identifiers of a namespace in place of the one that callers ask for.
 *
 * @param id {@code rlor_} and letters or digits
 * @param namespaceId where it applies
 * @param identifier to whom: exactly this text, or, with a {@code *} in it, whatever it matches
 * @param limit how much; 0 refuses everything
 * @param durationMillis in how long
 * @param deleted whether it was deleted; setting it again revives it
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

  /** The same at another revision. */
  public LimitOverride at(long newRevision) {
    return new LimitOverride(
        id, namespaceId, identifier, limit, durationMillis, deleted, newRevision);
  }
}
