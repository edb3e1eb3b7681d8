// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.server.directory.Namespace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Namespaces that wait for the store to come back. */
final class Unsaved {
  /** A few megabytes at worst. Whoever names one that had no room saves it then. */
  private static final int MOST = 10_000;

  /** Oldest first; guarded by this object's lock. */
  private final Map<String, Namespace> byId = new LinkedHashMap<>();

  synchronized void add(Namespace namespace) {
    if (byId.size() < MOST) {
      byId.putIfAbsent(namespace.id(), namespace);
    }
  }

  /** Some of them, which stay until they are {@link #remove removed}. */
  synchronized List<Namespace> some(int most) {
    return byId.values().stream().limit(most).toList();
  }

  synchronized void remove(List<Namespace> saved) {
    saved.forEach(each -> byId.remove(each.id()));
  }
}
