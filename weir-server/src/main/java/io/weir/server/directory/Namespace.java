// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import io.weir.WhenDegraded;
import io.weir.server.id.Base62;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * A group of identifiers and overrides within a workspace.
 *
 * @param id {@code rlns_} and letters or digits; part of every counter's name
 * @param workspaceId the workspace to which it belongs
 * @param name the name that callers use, 1 to 512 characters; cannot be reused after the namespace is deleted
 * @param whenDegraded how its limits behave while Redis is unavailable; null for the server's default
 * @param exactWindow whether its limits hold in every trailing window, if they are small enough for that
 * @param deleted whether it is deleted
 * @param revision of two states of the same namespace, the one with the larger number is newer
 */
public record Namespace(
    String id,
    String workspaceId,
    String name,
    @Nullable WhenDegraded whenDegraded,
    boolean exactWindow,
    boolean deleted,
    long revision) {
  /** 95 bits, so that two names of a workspace never have the same id. */
  private static final int ID_LENGTH = 16;

  /** The revision of a namespace that is not yet in the shared store: every state from the store is newer. */
  public static final long UNSAVED = 0;

  /** Returns the same namespace at another revision. */
  public Namespace at(long newRevision) {
    return new Namespace(id, workspaceId, name, whenDegraded, exactWindow, deleted, newRevision);
  }

  /** Returns the same namespace, deleted. */
  public Namespace deletedAt(long newRevision) {
    return new Namespace(id, workspaceId, name, whenDegraded, exactWindow, true, newRevision);
  }

  /** Returns the same namespace with another mode for when Redis is unavailable. */
  public Namespace withWhenDegraded(@Nullable WhenDegraded choice) {
    return new Namespace(id, workspaceId, name, choice, exactWindow, deleted, revision);
  }

  /** Returns the same namespace with or without exact windows. */
  public Namespace withExactWindow(boolean exact) {
    return new Namespace(id, workspaceId, name, whenDegraded, exact, deleted, revision);
  }

  /**
   * Creates a namespace that is not stored yet. Its id is derived from its name, so that servers that cannot reach
   * the shared store, or create the same namespace at the same time, count under the same id.
   */
  public static Namespace unsaved(String workspaceId, String name) {
    return new Namespace(idOf(workspaceId, name), workspaceId, name, null, false, false, UNSAVED);
  }

  private static String idOf(String workspaceId, String name) {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is not available", e);
    }
    digest.update(workspaceId.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0); // ids contain no zero byte, so no two pairs give the same bytes
    byte[] bytes = digest.digest(name.getBytes(StandardCharsets.UTF_8));
    StringBuilder id = new StringBuilder("rlns_");
    for (int i = 0; i < ID_LENGTH; i++) {
      int sixteenBits = Short.toUnsignedInt(ByteBuffer.wrap(bytes).getShort(2 * i));
      id.append(Base62.digit(sixteenBits % Base62.RADIX));
    }
    return id.toString();
  }
}
