// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.ledger.PushPolicy;
import io.weir.ledger.PushPolicy.Terms;
import io.weir.simulator.result.Frontier;
import io.weir.simulator.result.Frontier.Point;
import io.weir.simulator.result.Run;
import io.weir.simulator.run.Contender;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One small study, looked at from all sides. */
@Tag("stress")
class StudyTest {
  private static final Variant WEIR =
      new Variant(Contender.WEIR, "as it comes", PushPolicy.WEIR.terms());
  private static final Variant LAZY =
      new Variant(Contender.WEIR, "lazy", new Terms(Terms.ONE_SHARE, 5_000, 5_000));
  private static final Study STUDY = new Study(new Study.Depth(0.01, 1, 1), 3);
  private static final List<String> LINES = new ArrayList<>();
  private static List<Finding> findings = List.of();

  @BeforeAll
  static void study() {
    findings = STUDY.run(List.of(WEIR, LAZY), LINES::add);
  }

  @Test
  @DisplayName("every variant goes through production traffic and every attack, in order")
  void findings() {
    assertThat(findings).extracting(Finding::variant).containsExactly(WEIR, LAZY);
    assertThat(findings).allSatisfy(finding -> {
      assertThat(finding.production().load()).isEqualTo(0.01);
      assertThat(finding.production().samples()).hasSize(60);
      assertThat(finding.attacks()).extracting(Run::load).isEqualTo(Study.LOADS);
    });
  }

  @Test
  @DisplayName("terms matter: who tells and hears less often lets an attack have more")
  void termsMatter() {
    Run quick = findings.get(0).attacks().get(1);
    Run lazy = findings.get(1).attacks().get(1);

    assertThat(lazy.excess().worst()).isGreaterThan(2 * quick.excess().worst());
  }

  @Test
  @DisplayName("progress is a line for each variant, with how many there are")
  void progress() {
    assertThat(LINES).hasSize(2);
    assertThat(LINES.get(0))
        .startsWith("[1/2] weir, as it comes: ")
        .matches(".* rows written/s, [0-9]+ read/s, p99 [0-9.]+ s; over-admission"
            + " [0-9.]+ at 2 [0-9.]+ at 10 [0-9.]+ at 30 [0-9.]+ at 100");
    assertThat(LINES.get(1)).startsWith("[2/2] weir, lazy: ");
  }

  @Test
  @DisplayName(
      "the table has a row for each variant and a column for each load, with the figures of the runs")
  void table() {
    List<String> rows = STUDY.table(findings).lines().toList();

    assertThat(rows).hasSize(4);
    assertThat(rows)
        .allSatisfy(row -> assertThat(row.chars().filter(c -> c == '|').count()).isEqualTo(11));
    assertThat(rows.get(0)).endsWith("| at 2 | at 10 | at 30 | at 100 |");
    assertThat(rows.get(1)).matches("(\\|---)+\\|");
    Finding lazy = findings.get(1);
    assertThat(rows.get(3))
        .startsWith(String.format(
            Locale.ROOT, "| weir | lazy | %.1f |", lazy.production().cost().rowsWritten() / 60.0))
        .contains(String.format(
            Locale.ROOT, " %.2fx |", 1 + lazy.attacks().get(1).excess().worst()));
  }

  @Test
  @DisplayName("the frontier has a point for each variant: what it costs, and what the attack gets")
  void frontier() {
    Frontier frontier = STUDY.frontier(findings, 10);

    assertThat(frontier.title()).endsWith("with 10 limits a window");
    assertThat(frontier.points()).extracting(Point::label).containsExactly("as it comes", "lazy");
    assertThat(frontier.points()).allMatch(point -> point.group().equals("weir"));
    assertThat(frontier.points().get(1).x())
        .isEqualTo(findings.get(1).production().cost().rowsWritten() / 60.0);
    assertThat(frontier.points().get(1).y())
        .isEqualTo(1 + findings.get(1).attacks().get(1).excess().worst());
    assertThat(STUDY.frontier(findings, 11).points()).isEmpty();
  }

  @Test
  @DisplayName(
      "all variants have names of their own, and each policy is once among them on its own terms")
  void variants() {
    assertThat(new HashSet<>(Variant.ALL)).hasSameSizeAs(Variant.ALL);
    assertThat(Variant.ALL.stream().filter(Variant::isAsItComes))
        .extracting(Variant::contender)
        .containsExactlyInAnyOrder(Contender.RFC, Contender.UPSTREAM, Contender.WEIR);
    assertThat(Variant.ALL.stream().map(each -> each.contender() + each.label()))
        .doesNotHaveDuplicates();
    assertThat(LAZY.options().terms()).isEqualTo(LAZY.terms());
    assertThat(LAZY.options().policy()).isEqualTo(PushPolicy.WEIR);
  }
}
