// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Rules about sources: how large things may grow, and habits that are not kept. They read files, so they need no
 * build.
 */
public enum SourceRules {
  /** A file has at most 400 lines, tests too. */
  FILE_LENGTH(SourceSizes::files),
  /** A method has at most 40 lines. */
  METHOD_LENGTH(SourceSizes::methods),
  /** A method has at most four parameters; a record may have more components. */
  PARAMETERS(SourceSizes::parameters),
  /** A package of production code has at most ten types. */
  PACKAGE_SIZE(SourceSizes::packages),
  /** A package of production code says what it is for and is null-marked. */
  PACKAGE_INFO(SourceConventions::packageInfos),
  /** No test is switched off. */
  DISABLED_TESTS(SourceConventions::disabledTests),
  /** No intentions in the code. */
  INTENTIONS(SourceConventions::todoComments),
  /** No console output but from commands and benchmarks. */
  CONSOLE_OUTPUT(SourceConventions::consoleOutput),
  /** No sleeping. */
  SLEEPS(SourceConventions::sleeps),
  /** No randomness that can't be seeded. */
  RANDOMNESS(SourceConventions::randomness);

  @SuppressWarnings("ImmutableEnumChecker") // method references without state
  private final Function<SourceTree, List<RuleViolation>> search;

  SourceRules(Function<SourceTree, List<RuleViolation>> search) {
    this.search = search;
  }

  /** Where the sources of a module, given by its folder, break this rule. */
  public List<RuleViolation> violations(Path module) {
    return search.apply(SourceTree.of(module));
  }

  /** Where the sources of a module, given by its folder, break any rule. */
  public static List<RuleViolation> allViolations(Path module) {
    SourceTree tree = SourceTree.of(module);
    return Stream.of(values()).flatMap(rule -> rule.search.apply(tree).stream()).toList();
  }
}
