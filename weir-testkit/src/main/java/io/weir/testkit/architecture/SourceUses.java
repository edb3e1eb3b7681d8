// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which of some sources use a type, directly or by way of others among them. Names are resolved without compiling. */
final class SourceUses {
  private final Map<JavaSource, Set<String>> used = new HashMap<>();

  SourceUses(List<JavaSource> sources) {
    for (JavaSource source : sources) {
      used.put(source, typesIn(source));
    }
  }

  /** The sources that use a type with such a name, or that use such a source. */
  Set<JavaSource> reaching(Predicate<String> wanted) {
    Set<JavaSource> found = new LinkedHashSet<>();
    Set<String> names = new HashSet<>();
    boolean grown = true;
    while (grown) {
      grown = false;
      for (Map.Entry<JavaSource, Set<String>> each : used.entrySet()) {
        if (!found.contains(each.getKey())
            && each.getValue().stream()
                .anyMatch(name -> wanted.test(name) || names.contains(name))) {
          found.add(each.getKey());
          names.add(nameOf(each.getKey()));
          grown = true;
        }
      }
    }
    return found;
  }

  /** The full name of a file's top-level type. */
  private static String nameOf(JavaSource source) {
    String file = String.valueOf(source.path().getFileName());
    return source.packageName() + "." + file.substring(0, file.length() - ".java".length());
  }

  /**
   * The full names of what a file mentions outside of comments. An identifier stands for what is imported by that name, else
   * for a type of the same package or of java.lang; that a variable may have the same name does no harm.
   */
  private static Set<String> typesIn(JavaSource source) {
    Map<String, String> imports = new HashMap<>();
    Set<String> names = new HashSet<>();
    for (ImportTree each : source.unit().getImports()) {
      String name = each.getQualifiedIdentifier().toString();
      int dot = name.lastIndexOf('.');
      if (each.isStatic()) {
        names.add(name.substring(0, dot));
      } else {
        imports.put(name.substring(dot + 1), name);
      }
    }
    for (Tree type : source.unit().getTypeDecls()) {
      new TreeScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void nothing) {
          String name = tree.getName().toString();
          String imported = imports.get(name);
          names.add(imported != null ? imported : source.packageName() + "." + name);
          names.add("java.lang." + name);
          return null;
        }

        @Override
        public @Nullable Void visitMemberSelect(MemberSelectTree tree, @Nullable Void nothing) {
          names.add(tree.toString());
          return super.visitMemberSelect(tree, null);
        }
      }.scan(type, null);
    }
    return names;
  }
}
