// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.redis.reset.EscapedText;
import java.util.List;

/** The key names in Redis. */
final class RedisKeys {
  /*
   *   weir:1:{60000:acme:login:alice}:28333340
   *   │    │  │     │    │     │       └ sequence
   *   │    │  └─────┴────┴─────┴ duration, workspace, namespace, identifier
   *   │    └ version of this layout, and of what the hash holds
   *   └ prefix
   *
   * After a reset, ":e" and its epoch follow. No two cells share a name: the parts are escaped, so that a separator is
   * never part of a name. Unpaired surrogates are escaped too, because UTF-8 has only one substitute for all of them.
   * The braces make all cells of a subject share a slot of a cluster; the duration comes first, so that the text
   * between them is never empty.
   */

  /** Incremented when processes of different versions must not read each other's cells. */
  private static final String VERSION = "1";

  private static final int MAX_PREFIX = 64;

  private final String start;

  RedisKeys(String prefix) {
    if (!prefix.matches("[A-Za-z0-9_.-]{1," + MAX_PREFIX + "}")) {
      throw new IllegalArgumentException("the key prefix must be 1 to " + MAX_PREFIX
          + " characters of A-Z, a-z, 0-9, '_', '.' and '-', but was '" + prefix + "'");
    }
    this.start = prefix + ":" + VERSION + ":{";
  }

  /** Returns the key of a cell's hash. */
  String cell(CellKey cell) {
    SubjectKey subject = cell.subject();
    StringBuilder key = new StringBuilder(start).append(subject.durationMillis());
    EscapedText.append(key.append(':'), subject.workspace());
    EscapedText.append(key.append(':'), subject.namespace());
    EscapedText.append(key.append(':'), subject.identifier());
    key.append("}:").append(cell.sequence());
    return subject.epoch() == 0
        ? key.toString()
        : key.append(":e").append(subject.epoch()).toString();
  }

  /** Returns the keys in which resets are stored, in the order of {@code reset.lua}. */
  List<String> resets() {
    String resets = start + "resets}";
    return List.of(resets, resets + ":order", resets + ":epochs", resets + ":workspaces");
  }

  /** Returns the key of the sorted set of processes. */
  String processes() {
    return start + "processes}";
  }

  /** Returns the key of the data set's identity. In the same slot as the processes. */
  String identity() {
    return start + "processes}:identity";
  }

  /** Returns the key of the processes' last heartbeats. In the same slot as the processes. */
  String heartbeats() {
    return start + "processes}:heartbeats";
  }

  /** Returns the keys of the memory usage of each workspace. In the same slot as the processes. */
  List<String> usage() {
    String usage = start + "processes}:usage";
    return List.of(usage, usage + ":ends", usage + ":order");
  }
}
