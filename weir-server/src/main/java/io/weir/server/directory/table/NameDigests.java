// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import io.weir.server.directory.KeyHash;
import io.weir.sql.dialect.NameDigest;
import java.util.HexFormat;

/** The digests of names by which the tables are searched. */
final class NameDigests {
  private NameDigests() {}

  static byte[] ofId(String id) {
    return NameDigest.of("id", id);
  }

  static byte[] ofWorkspaceName(String name) {
    return NameDigest.of("workspace", name);
  }

  /** Of the hash once more: an id is shown, and tells nothing of the hash. */
  static byte[] ofKey(KeyHash hash) {
    return NameDigest.of("key", HexFormat.of().formatHex(hash.bytes()));
  }

  static byte[] ofNamespaceName(String workspaceId, String name) {
    return NameDigest.of("namespace", workspaceId, name);
  }

  static byte[] ofOverride(String namespaceId, String identifier) {
    return NameDigest.of("override", namespaceId, identifier);
  }
}
