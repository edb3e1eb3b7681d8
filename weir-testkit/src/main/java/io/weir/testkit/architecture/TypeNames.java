// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.util.TreeScanner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds simple type names that exist more than once in the production code of a repository, nested types included. A search
 * for a name then finds one thing.
 */
public final class TypeNames {
  /** Idioms: the entry point of a program, and a builder, which is always written with the type that it builds. */
  private static final Set<String> EXEMPT = Set.of("Main", "Builder");

  private TypeNames() {}

  /** Every declaration of a name that another type has, too. */
  public static List<RuleViolation> duplicates(List<Path> modules) {
    Map<String, List<RuleViolation>> byName = new TreeMap<>();
    for (Path module : modules) {
      for (JavaSource source : SourceTree.of(module).sources()) {
        if (source.inMain()) {
          collect(source, byName);
        }
      }
    }
    return byName.values().stream()
        .filter(declarations -> declarations.size() > 1)
        .flatMap(List::stream)
        .toList();
  }

  private static void collect(JavaSource source, Map<String, List<RuleViolation>> byName) {
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
        String name = type.getSimpleName().toString();
        if (!name.isEmpty() && !EXEMPT.contains(name)) { // anonymous classes have no name
          byName
              .computeIfAbsent(name, key -> new ArrayList<>())
              .add(new RuleViolation(
                  source.path(), source.firstLine(type), "type name used more than once: " + name));
        }
        return super.visitClass(type, null);
      }
    }.scan(source.unit(), null);
  }
}
