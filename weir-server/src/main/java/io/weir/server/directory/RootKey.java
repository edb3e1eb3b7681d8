// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import java.util.Set;

/**
 * A root key, which authenticates callers of a workspace. Only its hash is stored; the key itself is known only to
 * its holder.
 *
 * @param id {@code key_} and letters or digits; safe to show
 * @param workspaceId the workspace to which it gives access
 * @param hash the hash of the key
 * @param name a display name; may be empty
 * @param permissions what its holder may do, such as {@code ratelimit.*.limit}
 * @param expiresAt Unix milliseconds from which on it is rejected, or {@link #NEVER}
 * @param enabled whether it is accepted at present
 * @param deleted whether it was revoked, permanently
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

  /** The revision of a key that is not yet in the shared store: every state from the store is newer. */
  public static final long UNSAVED = 0;

  /** The expiry of a key that does not expire. */
  public static final long NEVER = Long.MAX_VALUE;

  public RootKey {
    permissions = Set.copyOf(permissions);
  }

  /** Returns the same key at another revision. */
  public RootKey at(long newRevision) {
    return new RootKey(
        id, workspaceId, hash, name, permissions, expiresAt, enabled, deleted, newRevision);
  }

  /** Returns whether it has expired by this instant. */
  public boolean isExpired(long epochMillis) {
    return epochMillis >= expiresAt;
  }
}
