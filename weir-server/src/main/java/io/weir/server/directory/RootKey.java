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
 * @param grant what the key allows, and until when
 * @param status whether the key is accepted
 * @param revision of two states of the same key, the one with the larger number is newer
 */
public record RootKey(
    String id,
    String workspaceId,
    KeyHash hash,
    String name,
    KeyGrant grant,
    KeyStatus status,
    long revision) {

  /** The revision of a key that is not yet in the shared store: every state from the store is newer. */
  public static final long UNSAVED = 0;

  /** The expiry of a key that does not expire. */
  public static final long NEVER = Long.MAX_VALUE;

  /**
   * What a key allows.
   *
   * @param permissions what its holder may do, such as {@code ratelimit.*.limit}
   * @param expiresAt Unix milliseconds from which on the key is refused, or {@link #NEVER}
   */
  public record KeyGrant(Set<String> permissions, long expiresAt) {
    public KeyGrant {
      permissions = Set.copyOf(permissions);
    }
  }

  /** Whether a key is accepted. */
  public enum KeyStatus {
    /** It is accepted until it expires. */
    ENABLED,
    /** It is refused until it is enabled again. */
    DISABLED,
    /** It is refused for good. */
    REVOKED;

    /** The status that two flags of the stored form stand for. */
    public static KeyStatus of(boolean enabled, boolean deleted) {
      if (deleted) {
        return REVOKED;
      }
      return enabled ? ENABLED : DISABLED;
    }
  }

  /** Returns the same key at another revision. */
  public RootKey at(long newRevision) {
    return with(status, newRevision);
  }

  /** The same key with another status. */
  public RootKey with(KeyStatus newStatus, long newRevision) {
    return new RootKey(id, workspaceId, hash, name, grant, newStatus, newRevision);
  }

  /** What its holder may do. */
  public Set<String> permissions() {
    return grant.permissions();
  }

  /** Unix milliseconds from which on the key is refused, or {@link #NEVER}. */
  public long expiresAt() {
    return grant.expiresAt();
  }

  /** Whether the key is neither disabled nor revoked. */
  public boolean enabled() {
    return status == KeyStatus.ENABLED;
  }

  /** Whether the key was revoked. */
  public boolean deleted() {
    return status == KeyStatus.REVOKED;
  }

  /** Returns whether it has expired by this instant. */
  public boolean isExpired(long epochMillis) {
    return epochMillis >= expiresAt();
  }
}
