// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

/**
 * A tenant: nothing of one workspace is ever seen by another.
 *
 * @param id {@code ws_} and letters or digits
 * @param name what people call it; unique
 * @param enabled whether its keys are let in
 * @param quota how many requests a minute all of its keys together may make, or {@link #UNLIMITED}
 * @param revision of two states of the same workspace, the one with the larger number is newer
 */
public record Workspace(String id, String name, boolean enabled, long quota, long revision) {
  /** Not yet in the shared store: every state that comes from there is newer. */
  public static final long UNSAVED = 0;

  /** No quota. */
  public static final long UNLIMITED = -1;

  /** The same at another revision. */
  public Workspace at(long newRevision) {
    return new Workspace(id, name, enabled, quota, newRevision);
  }
}
