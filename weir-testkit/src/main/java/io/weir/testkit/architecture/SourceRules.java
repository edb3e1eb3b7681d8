// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Rules about sources: how large things may grow, and habits that are not kept. They read files, so they need no build. */
public enum SourceRules {
  /** A file has at most 400 lines, tests too. */
  FILE_LENGTH(SourceSizes::files),
  /** A method has at most 40 lines. */
  METHOD_LENGTH(SourceSizes::methods),
  /** A method has at most four parameters; a record may have more components. */
  PARAMETERS(SourceSizes::parameters),
  /** A package of production code has at most twenty types. */
  PACKAGE_SIZE(SourceSizes::packages),
  /** A package of production code says what it is for and is null-marked. */
  PACKAGE_INFO(SourceHabits::packageInfos),
  /** A test that starts processes or explores interleavings says so with a tag. */
  TEST_TAGS(SourceTags::tests),
  /** No test is switched off. */
  DISABLED_TESTS(SourceHabits::disabledTests),
  /** No intentions in the code. */
  INTENTIONS(SourceHabits::intentions),
  /** No console output but from commands and benchmarks. */
  CONSOLE_OUTPUT(SourceHabits::consoleOutput),
  /** No sleeping. */
  SLEEPS(SourceHabits::sleeps),
  /** No randomness that can't be seeded. */
  RANDOMNESS(SourceHabits::randomness);

  @SuppressWarnings("ImmutableEnumChecker") // method references without state
  private final Function<SourceTree, List<Violation>> search;

  SourceRules(Function<SourceTree, List<Violation>> search) {
    this.search = search;
  }

  /** Where the sources of a module, given by its folder, break this rule. */
  public List<Violation> violations(Path module) {
    return search.apply(SourceTree.of(module));
  }

  /** Where the sources of a module, given by its folder, break any rule. */
  public static List<Violation> allViolations(Path module) {
    SourceTree tree = SourceTree.of(module);
    return Stream.of(values()).flatMap(rule -> rule.search.apply(tree).stream()).toList();
  }
}
