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
 * @param workspaceId whose it is
 * @param name what callers call it, 1 to 512 characters; stays taken when the namespace was deleted
 * @param whenDegraded what its limits do while Redis is unavailable; null for the server's default
 * @param exactWindow whether its limits hold in every trailing window, as far as they are small enough for that
 * @param deleted whether it was deleted
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
  /** 95 bits: two names of a workspace never meet. */
  private static final int ID_LENGTH = 16;

  /** Not yet in the shared store: every state that comes from there is newer. */
  public static final long UNSAVED = 0;

  /** The same at another revision. */
  public Namespace at(long newRevision) {
    return new Namespace(id, workspaceId, name, whenDegraded, exactWindow, deleted, newRevision);
  }

  /** The same, deleted. */
  public Namespace deletedAt(long newRevision) {
    return new Namespace(id, workspaceId, name, whenDegraded, exactWindow, true, newRevision);
  }

  /** The same with another choice for degraded times. */
  public Namespace withWhenDegraded(@Nullable WhenDegraded choice) {
    return new Namespace(id, workspaceId, name, choice, exactWindow, deleted, revision);
  }

  /** The same with exact windows, or without. */
  public Namespace withExactWindow(boolean exact) {
    return new Namespace(id, workspaceId, name, whenDegraded, exact, deleted, revision);
  }

  /**
   * A namespace that nobody has seen yet. Its id follows from its name, so that servers which can't reach the shared store,
   * or create the same namespace at the same time, count under the same name.
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
    digest.update((byte) 0); // ids have none in them: no two pairs give the same bytes
    byte[] bytes = digest.digest(name.getBytes(StandardCharsets.UTF_8));
    StringBuilder id = new StringBuilder("rlns_");
    for (int i = 0; i < ID_LENGTH; i++) {
      int sixteenBits = Short.toUnsignedInt(ByteBuffer.wrap(bytes).getShort(2 * i));
      id.append(Base62.digit(sixteenBits % Base62.RADIX));
    }
    return id.toString();
  }
}
