// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import io.weir.server.directory.KeyHash;
import io.weir.sql.dialect.NameDigest;
import java.util.HexFormat;

/** Digests of names, used as search keys in the tables. */
final class NameDigests {
  private NameDigests() {}

  static byte[] ofId(String id) {
    return NameDigest.of("id", id);
  }

  static byte[] ofWorkspaceName(String name) {
    return NameDigest.of("workspace", name);
  }

  /** Digests the hash once more, because an id is public and must not reveal the hash. */
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
