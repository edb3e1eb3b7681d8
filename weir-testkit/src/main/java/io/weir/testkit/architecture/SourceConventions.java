// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Conventions that compiled classes do not show, or that apply to tests as well. */
final class SourceConventions {
  /** Written so that it does not match its own source. */
  private static final Pattern TODO_COMMENT = Pattern.compile("\\b(?:T[O]DO|F[I]XME)\\b");

  private static final Pattern DOC_COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
  private static final Pattern SENTENCE =
      Pattern.compile("\\p{L}.*\\s.*\\p{L}.*\\.", Pattern.DOTALL);

  private static final Set<String> CONSOLE = Set.of("System.out", "System.err");
  private static final List<String> CONSOLE_USERS = List.of("io.weir.cli", "io.weir.benchmarks");

  private static final Set<String> SLEEP = Set.of(
      "Thread.sleep",
      "NANOSECONDS.sleep",
      "MICROSECONDS.sleep",
      "MILLISECONDS.sleep",
      "SECONDS.sleep",
      "MINUTES.sleep");

  private static final Set<String> RANDOM = Set.of("util.Random", "Math.random");

  private SourceConventions() {}

  /** Every production package has a description and is null-marked. */
  static List<RuleViolation> packageInfos(SourceTree tree) {
    Map<Path, List<JavaSource>> byFolder = new TreeMap<>();
    for (JavaSource source : tree.sources()) {
      if (source.inMain() && !source.packageName().isEmpty()) {
        byFolder.computeIfAbsent(source.folder(), folder -> new ArrayList<>()).add(source);
      }
    }
    List<RuleViolation> found = new ArrayList<>();
    byFolder.forEach((folder, sources) -> sources.stream()
        .filter(JavaSource::isPackageInfo)
        .findAny()
        .ifPresentOrElse(
            info -> found.addAll(faultsOf(info)),
            () -> found.add(new RuleViolation(folder, 1, "package-info.java is missing"))));
    return found;
  }

  private static List<RuleViolation> faultsOf(JavaSource info) {
    List<RuleViolation> found = new ArrayList<>();
    if (info.unit().getPackageAnnotations().stream().noneMatch(a -> name(a).equals("NullMarked"))) {
      found.add(new RuleViolation(info.path(), 1, "package is not @NullMarked"));
    }
    Matcher comment = DOC_COMMENT.matcher(info.text());
    String words = comment.find() ? comment.group(1).replaceAll("(?m)^\\s*\\*", "") : "";
    if (!SENTENCE.matcher(words).find()) {
      found.add(new RuleViolation(info.path(), 1, "the package comment is not a sentence"));
    }
    return found;
  }

  /** No test is disabled or ignored. */
  static List<RuleViolation> disabledTests(SourceTree tree) {
    return annotations(
        tree, name -> name.startsWith("Disabled") || name.equals("Ignore"), "disabled test");
  }

  /** The only name of a test is its method's name. */
  static List<RuleViolation> displayNames(SourceTree tree) {
    return annotations(tree, name -> name.equals("DisplayName"), "display name of a test");
  }

  private static List<RuleViolation> annotations(
      SourceTree tree, Predicate<String> banned, String fault) {
    List<RuleViolation> found = new ArrayList<>();
    for (JavaSource source : tree.sources()) {
      new TreeScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitAnnotation(AnnotationTree annotation, @Nullable Void nothing) {
          String name = name(annotation);
          if (banned.test(name)) {
            found.add(new RuleViolation(
                source.path(), source.firstLine(annotation), fault + ": @" + name));
          }
          return super.visitAnnotation(annotation, null);
        }
      }.scan(source.unit(), null);
    }
    return found;
  }

  /** Notes about unfinished work belong in the issue tracker. */
  static List<RuleViolation> todoComments(SourceTree tree) {
    List<RuleViolation> found = new ArrayList<>();
    for (JavaSource source : tree.sources()) {
      Matcher matcher = TODO_COMMENT.matcher(source.text());
      while (matcher.find()) {
        long line = source.unit().getLineMap().getLineNumber(matcher.start());
        found.add(new RuleViolation(source.path(), line, "to-do comment: " + matcher.group()));
      }
    }
    return found;
  }

  /** Only commands and benchmarks write to the console. */
  static List<RuleViolation> consoleOutput(SourceTree tree) {
    List<RuleViolation> found = new ArrayList<>();
    for (JavaSource source : tree.sources()) {
      if (source.inMain() && CONSOLE_USERS.stream().noneMatch(source::isInPackage)) {
        found.addAll(uses(source, CONSOLE));
      }
    }
    return found;
  }

  /** No code sleeps, including tests: a test that waits for the system clock is slow or flaky or both. */
  static List<RuleViolation> sleeps(SourceTree tree) {
    return tree.sources().stream()
        .flatMap(source -> uses(source, SLEEP).stream())
        .toList();
  }

  /** No code uses randomness that cannot be seeded, or that differs between JDKs. */
  static List<RuleViolation> randomness(SourceTree tree) {
    return tree.sources().stream()
        .flatMap(source -> uses(source, RANDOM).stream())
        .toList();
  }

  private static List<RuleViolation> uses(JavaSource source, Set<String> banned) {
    List<RuleViolation> found = new ArrayList<>();
    forEachMemberName(source, (tree, name) -> {
      if (banned.contains(name)) {
        found.add(new RuleViolation(source.path(), source.firstLine(tree), "uses " + name));
      }
    });
    return found;
  }

  /** Passes the last two parts of every dotted name and method reference to the consumer, including imports. */
  private static void forEachMemberName(JavaSource source, BiConsumer<Tree, String> consumer) {
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMemberSelect(MemberSelectTree select, @Nullable Void nothing) {
        consumer.accept(select, lastPart(select.getExpression()) + "." + select.getIdentifier());
        return super.visitMemberSelect(select, null);
      }

      @Override
      public @Nullable Void visitMemberReference(
          MemberReferenceTree reference, @Nullable Void nothing) {
        consumer.accept(
            reference, lastPart(reference.getQualifierExpression()) + "." + reference.getName());
        return super.visitMemberReference(reference, null);
      }
    }.scan(source.unit(), null);
  }

  private static String name(AnnotationTree annotation) {
    return lastPart(annotation.getAnnotationType());
  }

  private static String lastPart(Tree name) {
    String text = name.toString();
    return text.substring(text.lastIndexOf('.') + 1);
  }
}
