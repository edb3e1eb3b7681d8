// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.access;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What may be granted to a key: {@code ratelimit.NAMESPACE.ACTION}, where a star stands for every namespace. */
public final class Permissions {
  /** Everything that the server asks for. */
  private static final List<String> DEFAULT =
      List.of("limit", "create_namespace", "set_override", "read_override", "delete_override");

  /** Known to clients, and granted by some, though nothing here asks for them. */
  private static final List<String> UNUSED =
      List.of("read_namespace", "update_namespace", "delete_namespace", "read_analytics");

  private static final Pattern SHAPE =
      Pattern.compile("ratelimit\\.(?:\\*|rlns_[0-9A-Za-z]{1,59})\\.([a-z_]+)");

  /** Some for each of a hundred namespaces. More would make every poll that carries the key a large one. */
  private static final int MAX_PERMISSIONS = 1_000;

  private Permissions() {}

  /** What a key may do unless told otherwise: everything, in all namespaces. */
  public static Set<String> defaults() {
    return DEFAULT.stream()
        .map(action -> "ratelimit.*." + action)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Those of them that nothing here asks for, in their order. */
  public static List<String> withoutEffect(Collection<String> granted) {
    return granted.stream()
        .filter(each -> UNUSED.contains(each.substring(each.lastIndexOf('.') + 1)))
        .distinct()
        .sorted()
        .toList();
  }

  /** The actions that can be granted. */
  public static String actions() {
    return String.join(", ", DEFAULT) + "; no effect yet: " + String.join(", ", UNUSED);
  }

  /** These, if all of them can be granted. */
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
