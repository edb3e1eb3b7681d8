// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import io.weir.mysql.sql.ReadableText;
import io.weir.server.directory.KeyHash;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names as 32 bytes, so that no database compares text: collations pad, fold and normalise, each in its own way. */
final class Digests {
  private Digests() {}

  static byte[] ofId(String id) {
    return of("id", id);
  }

  static byte[] ofWorkspaceName(String name) {
    return of("workspace", name);
  }

  /** Of the hash once more: an id is shown, and tells nothing of the hash. */
  static byte[] ofKey(KeyHash hash) {
    return of("key", HexFormat.of().formatHex(hash.bytes()));
  }

  static byte[] ofNamespaceName(String workspaceId, String name) {
    return of("namespace", workspaceId, name);
  }

  static byte[] ofOverride(String namespaceId, String identifier) {
    return of("override", namespaceId, identifier);
  }

  /** SHA-256 over the parts, each with its length before it, so that no two lists of parts give the same bytes. */
  private static byte[] of(String... parts) {
    MessageDigest sha;
    try {
      sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is not available", e);
    }
    for (String part : parts) {
      byte[] text = ReadableText.encode(part).getBytes(StandardCharsets.UTF_8);
      sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, text.length));
      sha.update(text);
    }
    return sha.digest();
  }
}
