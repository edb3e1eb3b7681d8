// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.ledger.PushPolicy;
import io.weir.ledger.PushPolicy.PushTerms;
import io.weir.simulator.result.Frontier;
import io.weir.simulator.result.Frontier.FrontierPoint;
import io.weir.simulator.result.Run;
import io.weir.simulator.run.ComparedPolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests all results of one small study. */
@Tag("stress")
class PolicyStudyTest {
  private static final PolicyVariant WEIR =
      new PolicyVariant(ComparedPolicy.WEIR, "as it comes", PushPolicy.WEIR.terms());
  private static final PolicyVariant LAZY = new PolicyVariant(
      ComparedPolicy.WEIR, "lazy", new PushTerms(PushTerms.EQUAL_SHARE, 5_000, 5_000));
  private static final PolicyStudy STUDY =
      new PolicyStudy(new PolicyStudy.StudyDepth(0.01, 1, 1), 3);
  private static final List<String> LINES = new ArrayList<>();
  private static List<VariantResult> findings = List.of();

  @BeforeAll
  static void study() {
    findings = STUDY.run(List.of(WEIR, LAZY), LINES::add);
  }

  @Test
  void everyVariantRunsEveryTraffic() {
    assertThat(findings).extracting(VariantResult::variant).containsExactly(WEIR, LAZY);
    assertThat(findings).allSatisfy(variantResult -> {
      assertThat(variantResult.production().load()).isEqualTo(0.01);
      assertThat(variantResult.production().samples()).hasSize(60);
      assertThat(variantResult.attacks()).extracting(Run::load).isEqualTo(PolicyStudy.LOADS);
    });
  }

  @Test
  void slowerTermsLetAnAttackHaveMore() {
    Run quick = findings.get(0).attacks().get(1);
    Run lazy = findings.get(1).attacks().get(1);

    assertThat(lazy.excess().worst()).isGreaterThan(2 * quick.excess().worst());
  }

  @Test
  void progressIsALinePerVariant() {
    assertThat(LINES).hasSize(2);
    assertThat(LINES.get(0))
        .startsWith("[1/2] weir, as it comes: ")
        .matches(".* rows written/s, [0-9]+ read/s, p99 [0-9.]+ s; over-admission"
            + " [0-9.]+ at 2 [0-9.]+ at 10 [0-9.]+ at 30 [0-9.]+ at 100");
    assertThat(LINES.get(1)).startsWith("[2/2] weir, lazy: ");
  }

  @Test
  void theTableHasARowPerVariantAndAColumnPerLoad() {
    List<String> rows = STUDY.table(findings).lines().toList();

    assertThat(rows).hasSize(4);
    assertThat(rows)
        .allSatisfy(row -> assertThat(row.chars().filter(c -> c == '|').count()).isEqualTo(11));
    assertThat(rows.get(0)).endsWith("| at 2 | at 10 | at 30 | at 100 |");
    assertThat(rows.get(1)).matches("(\\|---)+\\|");
    VariantResult lazy = findings.get(1);
    assertThat(rows.get(3))
        .startsWith(String.format(
            Locale.ROOT, "| weir | lazy | %.1f |", lazy.production().cost().rowsWritten() / 60.0))
        .contains(String.format(
            Locale.ROOT, " %.2fx |", 1 + lazy.attacks().get(1).excess().worst()));
  }

  @Test
  void theFrontierHasAPointPerVariant() {
    Frontier frontier = STUDY.frontier(findings, 10);

    assertThat(frontier.title()).endsWith("with 10 limits a window");
    assertThat(frontier.points())
        .extracting(FrontierPoint::label)
        .containsExactly("as it comes", "lazy");
    assertThat(frontier.points())
        .allMatch(frontierPoint -> frontierPoint.group().equals("weir"));
    assertThat(frontier.points().get(1).x())
        .isEqualTo(findings.get(1).production().cost().rowsWritten() / 60.0);
    assertThat(frontier.points().get(1).y())
        .isEqualTo(1 + findings.get(1).attacks().get(1).excess().worst());
    assertThat(STUDY.frontier(findings, 11).points()).isEmpty();
  }

  @Test
  void variantsHaveUniqueNames() {
    assertThat(new HashSet<>(PolicyVariant.ALL)).hasSameSizeAs(PolicyVariant.ALL);
    assertThat(PolicyVariant.ALL.stream().filter(PolicyVariant::hasDefaultTerms))
        .extracting(PolicyVariant::contender)
        .containsExactlyInAnyOrder(
            ComparedPolicy.RFC, ComparedPolicy.UPSTREAM, ComparedPolicy.WEIR);
    assertThat(PolicyVariant.ALL.stream().map(each -> each.contender() + each.label()))
        .doesNotHaveDuplicates();
    assertThat(LAZY.options().terms()).isEqualTo(LAZY.terms());
    assertThat(LAZY.options().policy()).isEqualTo(PushPolicy.WEIR);
  }
}
