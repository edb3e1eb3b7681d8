// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import io.weir.testkit.architecture.RuleViolation.MeasuredViolation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** Maximum sizes. Code below them is easy to understand; code that outgrows them usually combines two ideas. */
final class SourceSizes {
  /** Lines of a file, comments and imports included: about what a reader can remember after one reading. */
  static final int FILE_LINES = 400;

  /** Lines from a method's annotations to its closing brace: one screen. */
  static final int METHOD_LINES = 40;

  /** Parameters of a method or constructor. With a fifth one, some of them should be a record. */
  static final int PARAMETERS = 4;

  /**
   * Components of a record, which are the parameters of its constructor. More than for a method, since a record may mirror a
   * table row or a JSON object. Records named {@code ...Properties} are exempt: Spring binds their components by name.
   */
  static final int RECORD_COMPONENTS = 7;

  /** Top-level types of a package. With more, the package usually combines two ideas. */
  static final int TYPES_PER_PACKAGE = 20;

  private SourceSizes() {}

  /** Finds files, tests included, that are longer than {@link #FILE_LINES}. */
  static List<RuleViolation> files(SourceTree tree) {
    List<RuleViolation> found = new ArrayList<>();
    for (JavaSource source : tree.sources()) {
      report(
          source,
          source.lines(),
          new MeasuredViolation("lines in file", source.lines(), FILE_LINES),
          found);
    }
    return found;
  }

  /** Finds methods, constructors and initializers longer than {@link #METHOD_LINES}. */
  static List<RuleViolation> methods(SourceTree tree) {
    List<RuleViolation> found = new ArrayList<>();
    forEachMember(tree, (source, type, member) -> {
      if (member instanceof MethodTree || member instanceof BlockTree) {
        long first = source.firstLine(member);
        long lines = source.lastLine(member) - first + 1;
        report(
            source,
            first,
            new MeasuredViolation("lines in " + name(type, member), lines, METHOD_LINES),
            found);
      }
    });
    return found;
  }

  /**
   * Finds methods and constructors with more parameters than {@link #PARAMETERS}, except the canonical constructors
   * of records.
   */
  static List<RuleViolation> parameters(SourceTree tree) {
    List<RuleViolation> found = new ArrayList<>();
    forEachMember(tree, (source, type, member) -> {
      if (member instanceof MethodTree method && !isCanonical(type, method)) {
        int count = method.getParameters().size();
        String what = "parameters of " + name(type, member);
        report(
            source,
            source.firstLine(member),
            new MeasuredViolation(what, count, PARAMETERS),
            found);
      }
    });
    return found;
  }

  /** Finds records with more components than {@link #RECORD_COMPONENTS}; records that Spring binds may have more. */
  static List<RuleViolation> components(SourceTree tree) {
    List<RuleViolation> found = new ArrayList<>();
    for (JavaSource source : tree.sources()) {
      new TreeScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
          String name = type.getSimpleName().toString();
          if (type.getKind() == Tree.Kind.RECORD && !name.endsWith("Properties")) {
            String what = "components of record " + name;
            int count = header(type).size();
            report(
                source,
                source.firstLine(type),
                new MeasuredViolation(what, count, RECORD_COMPONENTS),
                found);
          }
          return super.visitClass(type, null);
        }
      }.scan(source.unit(), null);
    }
    return found;
  }

  /** Finds packages of production code with more top-level types than {@link #TYPES_PER_PACKAGE}. */
  static List<RuleViolation> packages(SourceTree tree) {
    Map<String, List<JavaSource>> byPackage = new TreeMap<>();
    for (JavaSource source : tree.sources()) {
      if (source.inMain()) {
        byPackage
            .computeIfAbsent(source.packageName(), name -> new ArrayList<>())
            .add(source);
      }
    }
    List<RuleViolation> found = new ArrayList<>();
    byPackage.forEach((name, sources) -> {
      int types = sources.stream()
          .mapToInt(source -> source.unit().getTypeDecls().size())
          .sum();
      MeasuredViolation measuredViolation =
          new MeasuredViolation("types in package " + name, types, TYPES_PER_PACKAGE);
      report(sources.get(0), 1, measuredViolation, found);
    });
    return found;
  }

  private static void report(
      JavaSource source,
      long line,
      MeasuredViolation measuredViolation,
      List<RuleViolation> found) {
    if (measuredViolation.isTooLarge()) {
      found.add(RuleViolation.tooLarge(source.path(), line, measuredViolation));
    }
  }

  private static String name(ClassTree type, Tree member) {
    String owner = type.getSimpleName().toString();
    if (!(member instanceof MethodTree method)) {
      return "an initializer of " + owner;
    }
    return method.getReturnType() == null
        ? "constructor of " + owner
        : owner + "." + method.getName();
  }

  /** Returns whether this is a record's canonical constructor, in its full or its compact form. */
  private static boolean isCanonical(ClassTree type, MethodTree method) {
    if (type.getKind() != Tree.Kind.RECORD || method.getReturnType() != null) {
      return false;
    }
    return method.getParameters().stream()
        .map(p -> p.getType().toString())
        .toList()
        .equals(header(type));
  }

  /** The types of a record's components. */
  private static List<String> header(ClassTree type) {
    return type.getMembers().stream()
        .filter(VariableTree.class::isInstance)
        .map(VariableTree.class::cast)
        .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
        .map(field -> field.getType().toString())
        .toList();
  }

  private static void forEachMember(SourceTree tree, MemberVisitor visitor) {
    for (JavaSource source : tree.sources()) {
      new TreeScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
          type.getMembers().forEach(member -> visitor.visit(source, type, member));
          return super.visitClass(type, null);
        }
      }.scan(source.unit(), null);
    }
  }

  private interface MemberVisitor {
    void visit(JavaSource source, ClassTree type, Tree member);
  }
}
