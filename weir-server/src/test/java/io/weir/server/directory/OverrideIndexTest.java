// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.budget.DirectoryBudget;
import io.weir.server.directory.budget.DirectoryUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OverrideIndexTest {
  private final DirectoryBudget budget = DirectoryBudget.unlimited();
  private final DirectoryUsage usage = budget.of("ws_1");
  private final OverrideIndex table = new OverrideIndex(usage);

  private static LimitOverride override(String id, String identifier) {
    return state(id, identifier, false, 1);
  }

  private static LimitOverride state(String id, String identifier, boolean deleted, long revision) {
    return new LimitOverride(id, "rlns_1", identifier, revision, 1_000, deleted, revision);
  }

  private static String applied(String identifier, LimitOverride... overrides) {
    OverrideIndex table = new OverrideIndex(DirectoryBudget.unlimited().of("ws_1"));
    table.applyAll(List.of(overrides), false);
    return idOf(table.match(identifier));
  }

  private static String idOf(@Nullable LimitOverride found) {
    return found == null ? "" : found.id();
  }

  @Test
  void theExactIdentifierComesBeforePatterns() {
    LimitOverride star = override("rlor_1", "*");
    LimitOverride exact = override("rlor_2", "a*");
    LimitOverride longer = override("rlor_3", "a**");

    assertThat(applied("a*", star, exact, longer)).isEqualTo("rlor_2");
    assertThat(applied("b", star, exact, longer)).isEqualTo("rlor_1");
    assertThat(applied("b", exact, longer)).isEmpty();
  }

  @Test
  void theMostSpecificPatternApplies() {
    LimitOverride any = override("rlor_1", "*");
    LimitOverride ending = override("rlor_3", "*_eu");
    LimitOverride beginning = override("rlor_2", "ab_*");
    LimitOverride both = override("rlor_4", "ab*_eu");

    assertThat(applied("ab_eu", any, ending, beginning)).isEqualTo("rlor_3");
    assertThat(applied("ab_eu", beginning, ending, any)).isEqualTo("rlor_3");
    assertThat(applied("ab_eu", any, ending, beginning, both)).isEqualTo("rlor_4");
  }

  @Test
  void deletedOverridesDoNotCount() {
    for (int i = 0; i < 500; i++) {
      table.applyAll(List.of(state("rlor_" + i, "u" + i + "*", false, 2L * i)), false);
      table.applyAll(List.of(state("rlor_" + i, "u" + i + "*", true, 2L * i + 1)), false);
    }

    assertThat(table.size()).isZero();
    assertThat(table.patterns()).isZero();
    assertThat(table.match("u7")).isNull();
  }

  @Test
  void aLateOlderStateDoesNotReviveAnOverride() {
    table.applyAll(List.of(state("rlor_1", "a*", true, 7)), false);
    table.applyAll(List.of(state("rlor_1", "a*", false, 5)), false);
    assertThat(table.match("ab")).isNull();

    table.applyAll(List.of(state("rlor_1", "a*", false, 9)), false);
    assertThat(idOf(table.match("ab"))).isEqualTo("rlor_1");
  }

  @Test
  void theNewestOfSeveralStatesCounts() {
    table.applyAll(List.of(state("rlor_1", "a*", true, 5), state("rlor_1", "a*", false, 6)), false);
    assertThat(idOf(table.match("ab"))).isEqualTo("rlor_1");

    table.applyAll(List.of(state("rlor_1", "a*", true, 8), state("rlor_1", "a*", false, 7)), false);
    assertThat(table.match("ab")).isNull();
  }

  @Test
  void takenBudgetIsAlwaysReturned() {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 5_000; i++) {
      int which = random.nextInt(50);
      String identifier = which % 2 == 0 ? "u" + which : "u*" + which;
      List<LimitOverride> states = new ArrayList<>();
      states.add(state("rlor_" + which, identifier, random.nextBoolean(), random.nextInt(10_000)));
      table.applyAll(states, random.nextBoolean());
    }
    assertThat(usage.usedBytes()).isPositive();

    table.forgetUpTo(Long.MAX_VALUE);

    assertThat(usage.usedBytes()).isZero();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void concurrentReadersSeeWholeStates() {
    table.applyAll(List.of(override("rlor_0", "*")), false);
    Thread changing = new Thread(() -> IntStream.range(1, 2_000)
        .forEach(i -> table.applyAll(List.of(state("rlor_1", "aa*", i % 2 == 0, 10L + i)), false)));
    changing.start();

    while (changing.isAlive()) {
      assertThat(idOf(table.match("aab"))).isIn("rlor_0", "rlor_1");
    }
  }
}
