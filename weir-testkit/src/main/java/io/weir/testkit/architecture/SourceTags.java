// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Tags of test classes. They decide which tests run while one works, and which only before a change goes in, so a class that
 * starts processes or explores interleavings must have one.
 */
final class SourceTags {
  private static final String INTEGRATION = "integration";
  private static final String STRESS = "stress";

  /** Tests that run only on demand or need what Maven does not bring. They may start processes too. */
  private static final Set<String> ON_DEMAND = Set.of("slow", "packaged", "browser", "clients");

  private static final Set<String> KNOWN =
      Set.of(INTEGRATION, STRESS, "slow", "packaged", "browser", "clients", "alone");

  private static final String SERVERS = "io.weir.testkit.servers.";

  /** What starts a process. Clients of servers and the fault proxy are not in this list: they are cheap. */
  static final Set<String> PROCESSES = Set.of(
      SERVERS + "RequiredServers",
      SERVERS + "RedisServer",
      SERVERS + "RedisCluster",
      SERVERS + "mariadb.MariaDbServer",
      SERVERS + "local.LoopbackServer",
      SERVERS + "local.SupervisedProcess",
      SERVERS + "weir.WeirProcess",
      "java.lang.ProcessBuilder");

  private static final String LINCHECK = "org.jetbrains.lincheck.";

  private SourceTags() {}

  /** Test classes whose tags are unknown, or that lack the tag that says what they need. */
  static List<RuleViolation> tests(SourceTree tree) {
    SourceUses uses = new SourceUses(
        tree.sources().stream().filter(source -> !source.inMain()).toList());
    Set<JavaSource> starting = uses.reaching(PROCESSES::contains);
    Set<JavaSource> exploring = uses.reaching(name -> name.startsWith(LINCHECK));
    List<RuleViolation> found = new ArrayList<>();
    for (JavaSource source : tree.sources()) {
      if (!isTest(source)) {
        continue;
      }
      Set<String> tags = tagsOf(source);
      tags.stream()
          .filter(Predicate.not(KNOWN::contains))
          .forEach(tag -> found.add(violation(source, "unknown tag: " + tag)));
      if (starting.contains(source)
          && Stream.concat(Stream.of(INTEGRATION), ON_DEMAND.stream()).noneMatch(tags::contains)) {
        found.add(violation(source, "starts processes, but has no tag " + INTEGRATION));
      }
      if (exploring.contains(source) && !tags.contains(STRESS)) {
        found.add(violation(source, "explores interleavings, but has no tag " + STRESS));
      }
    }
    return found;
  }

  private static boolean isTest(JavaSource source) {
    return !source.inMain() && source.path().toString().endsWith("Test.java");
  }

  private static RuleViolation violation(JavaSource source, String fault) {
    return new RuleViolation(source.path(), 1, fault);
  }

  /** Tags of the top-level class: these are what {@code ./weir check} and the build go by. */
  private static Set<String> tagsOf(JavaSource source) {
    Set<String> tags = new TreeSet<>();
    for (Tree type : source.unit().getTypeDecls()) {
      if (type instanceof ClassTree declared) {
        declared.getModifiers().getAnnotations().stream()
            .filter(each -> each.getAnnotationType().toString().equals("Tag"))
            .flatMap(SourceTags::literals)
            .forEach(tags::add);
      }
    }
    return tags;
  }

  private static Stream<String> literals(AnnotationTree annotation) {
    return annotation.getArguments().stream()
        .map(each -> each instanceof AssignmentTree assigned ? assigned.getExpression() : each)
        .flatMap(each -> each instanceof NewArrayTree many
            ? many.getInitializers().stream()
            : Stream.<ExpressionTree>of(each))
        .map(each -> each instanceof LiteralTree literal
            ? String.valueOf(literal.getValue())
            : each.toString());
  }
}
