// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Rules for source files: maximum sizes and conventions. They read files, so they need no build. */
public enum SourceRules {
  /** A file has at most 400 lines, tests too. */
  FILE_LENGTH(SourceSizes::files),
  /** A method has at most 40 lines. */
  METHOD_LENGTH(SourceSizes::methods),
  /** A method has at most four parameters. */
  PARAMETERS(SourceSizes::parameters),
  /** A record has at most seven components. */
  RECORD_COMPONENTS(SourceSizes::components),
  /** A package of production code has at most twenty types. */
  PACKAGE_SIZE(SourceSizes::packages),
  /** A package of production code has a description and is null-marked. */
  PACKAGE_INFO(SourceConventions::packageInfos),
  /** A test that starts processes or explores interleavings says so with a tag. */
  TEST_TAGS(SourceTags::tests),
  /** No test is disabled. */
  DISABLED_TESTS(SourceConventions::disabledTests),
  /** A test's only name is its method's name: no {@code @DisplayName}. */
  DISPLAY_NAMES(SourceConventions::displayNames),
  /** No notes about unfinished work. */
  INTENTIONS(SourceConventions::todoComments),
  /** No console output except by commands and benchmarks. */
  CONSOLE_OUTPUT(SourceConventions::consoleOutput),
  /** No sleeping. */
  SLEEPS(SourceConventions::sleeps),
  /** No randomness that cannot be seeded. */
  RANDOMNESS(SourceConventions::randomness);

  @SuppressWarnings("ImmutableEnumChecker") // stateless method references
  private final Function<SourceTree, List<RuleViolation>> search;

  SourceRules(Function<SourceTree, List<RuleViolation>> search) {
    this.search = search;
  }

  /** Returns the violations of this rule in the sources of a module, given by its folder. */
  public List<RuleViolation> violations(Path module) {
    return search.apply(SourceTree.of(module));
  }

  /** Returns the violations of all rules in the sources of a module, given by its folder. */
  public static List<RuleViolation> allViolations(Path module) {
    SourceTree tree = SourceTree.of(module);
    return Stream.of(values()).flatMap(rule -> rule.search.apply(tree).stream()).toList();
  }
}
