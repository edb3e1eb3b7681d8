// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.access;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The permissions that can be granted to a key: {@code ratelimit.NAMESPACE.ACTION}, where a star as the namespace
 * stands for every namespace.
 */
public final class Permissions {
  /** The actions that operations of this server require. */
  private static final List<String> DEFAULT =
      List.of("limit", "create_namespace", "set_override", "read_override", "delete_override");

  /** Actions that clients know and may grant, but that no operation of this server requires. */
  private static final List<String> UNUSED =
      List.of("read_namespace", "update_namespace", "delete_namespace", "read_analytics");

  private static final Pattern SHAPE =
      Pattern.compile("ratelimit\\.(?:\\*|rlns_[0-9A-Za-z]{1,59})\\.([a-z_]+)");

  /**
   * Enough for several per namespace in a hundred namespaces. More would make every poll that contains the key large.
   */
  private static final int MAX_PERMISSIONS = 1_000;

  private Permissions() {}

  /** Returns the permissions of a key by default: every action, in all namespaces. */
  public static Set<String> defaults() {
    return DEFAULT.stream()
        .map(action -> "ratelimit.*." + action)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns those of the granted permissions that no operation requires, sorted. */
  public static List<String> withoutEffect(Collection<String> granted) {
    return granted.stream()
        .filter(each -> UNUSED.contains(each.substring(each.lastIndexOf('.') + 1)))
        .distinct()
        .sorted()
        .toList();
  }

  /** Returns a description of the actions that can be granted. */
  public static String actions() {
    return String.join(", ", DEFAULT) + "; no effect yet: " + String.join(", ", UNUSED);
  }

  /** Returns these permissions, or throws an exception if one cannot be granted. */
  public static Set<String> validated(Collection<String> wanted) {
    if (wanted.isEmpty() || wanted.size() > MAX_PERMISSIONS) {
      throw new IllegalArgumentException("a key must have 1 to " + MAX_PERMISSIONS
          + " permissions, but " + wanted.size() + " were given");
    }
    for (String each : wanted) {
      Matcher shape = SHAPE.matcher(each);
      if (!shape.matches()
          || !(DEFAULT.contains(shape.group(1)) || UNUSED.contains(shape.group(1)))) {
        throw new IllegalArgumentException(
            "a permission must be ratelimit.NAMESPACE.ACTION, where NAMESPACE is * or the id of a namespace (rlns_ and"
                + " letters or digits) and ACTION one of " + actions() + ", but was \"" + each
                + '"');
      }
    }
    return new TreeSet<>(wanted);
  }
}
