// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

/**
 * A tenant. Workspaces are isolated: nothing of one is ever visible to another.
 *
 * @param id {@code ws_} and letters or digits
 * @param name a display name; unique
 * @param enabled whether its keys are accepted
 * @param quota how many requests per minute all of its keys together may make, or {@link #UNLIMITED}
 * @param revision of two states of the same workspace, the one with the larger number is newer
 */
public record Workspace(String id, String name, boolean enabled, long quota, long revision) {
  /** The revision of a workspace that is not yet in the shared store: every state from the store is newer. */
  public static final long UNSAVED = 0;

  /** The quota of a workspace that has none. */
  public static final long UNLIMITED = -1;

  /** Returns the same workspace at another revision. */
  public Workspace at(long newRevision) {
    return new Workspace(id, name, enabled, quota, newRevision);
  }
}
