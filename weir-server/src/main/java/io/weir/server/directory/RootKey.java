// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import java.util.Set;

/**
 * What lets a caller into a workspace. The key itself is known to its holder alone.
 *
 * @param id {@code key_} and letters or digits; safe to show
 * @param workspaceId where it leads
 * @param hash what the key hashes to
 * @param name what people call it; may be empty
 * @param permissions what its holder may do, such as {@code ratelimit.*.limit}
 * @param expiresAt Unix milliseconds from which on it is refused, or {@link #NEVER}
 * @param enabled whether it is let in for now
 * @param deleted whether it was revoked, for good
 * @param revision of two states of the same key, the one with the larger number is newer
 */
public record RootKey(
    String id,
    String workspaceId,
    KeyHash hash,
    String name,
    Set<String> permissions,
    long expiresAt,
    boolean enabled,
    boolean deleted,
    long revision) {

  /** Not yet in the shared store: every state that comes from there is newer. */
  public static final long UNSAVED = 0;

  /** It does not expire. */
  public static final long NEVER = Long.MAX_VALUE;

  public RootKey {
    permissions = Set.copyOf(permissions);
  }

  /** The same at another revision. */
  public RootKey at(long newRevision) {
    return new RootKey(
        id, workspaceId, hash, name, permissions, expiresAt, enabled, deleted, newRevision);
  }

  /** Whether it has expired by this instant. */
  public boolean isExpired(long epochMillis) {
    return epochMillis >= expiresAt;
  }
}
