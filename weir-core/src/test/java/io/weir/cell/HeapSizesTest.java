// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Observer;
import io.weir.memory.HeapSizes;
import io.weir.window.AdmissionLog;
import io.weir.window.Evaluation;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.GraphLayout;
import org.openjdk.jol.vm.VM;

@Tag("stress")
class HeapSizesTest {
  private static final int MANY = 2_000;
  private static final String FACE = "\uD83D\uDE00";

  /** The kinds of subjects. */
  private enum Shape {
    SHORT,
    LATIN,
    NON_BMP,
    NAMESPACES,
    LONG_NAMESPACES,
    COLLIDING;

    private String namespace(int i) {
      return switch (this) {
        case NAMESPACES -> "made-up-" + i;
        case LONG_NAMESPACES -> FACE.repeat(200) + i;
        default -> "n";
      };
    }

    private String identifier(int i) {
      return switch (this) {
        case LATIN -> "\u00E9".repeat(400) + i;
        case NON_BMP -> FACE.repeat(500) + i;
        case COLLIDING -> colliding(i);
        default -> "u" + i;
      };
    }
  }

  private final SubjectTable table =
      new SubjectTable(1_000_000, SubjectTable.StoreSharing.NONE, Observer.NONE);

  /**
   * Configures the measuring tool, which reads these properties when it is loaded: records are measured too, without a
   * debugger.
   */
  @BeforeAll
  static void enableMeasurementOfRecords() {
    System.setProperty("jol.magicFieldOffset", "true");
    System.setProperty("jol.skipHotspotSAAttach", "true");
    PrintStream console = System.out;
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    try {
      VM.current(); // prints that it works without an agent and without a debugger
    } finally {
      System.setOut(console);
    }
  }

  /** Returns strings with the same hash. */
  private static String colliding(int number) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < 11; bit++) {
      text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  private Subject check(String namespace, String identifier, long now) {
    Subject subject = table.scope("w", namespace, 1_000).subject(identifier, now);
    assertThat(subject.admit(new Evaluation(10, 1_000, 1, now))).isEqualTo(AdmitResult.ADMITTED);
    return subject;
  }

  private long measured() {
    return GraphLayout.parseInstance(table).totalSize();
  }

  @ParameterizedTest
  @EnumSource
  void theCountedSizeIsNeverBelowTheHeapSize(Shape shape) {
    long empty = measured();

    for (int window = 0; window < 2; window++) {
      for (int i = 0; i < MANY; i++) {
        check(shape.namespace(i), shape.identifier(i), 10_000 + 1_000L * window);
      }
    }

    assertThat((double) table.bytes() / (measured() - empty)).isBetween(1.0, 1.35);
  }

  @Test
  void aMapIsCountedAtItsLargestSize() {
    long empty = measured();
    for (int i = 0; i < 20_000; i++) {
      check("n", "u" + i, 10_000);
    }
    for (int i = 1; i < 20_000; i++) {
      table.retire(table.scope("w", "n", 1_000).subject("u" + i, 10_000));
    }

    assertThat(table.size()).isEqualTo(1);
    assertThat((double) table.bytes() / (measured() - empty)).isBetween(1.0, 3.0);

    table.retire(table.scope("w", "n", 1_000).subject("u0", 10_000));
    assertThat(table.bytes()).isZero();
    assertThat(measured() - empty).as("with a limiter that keeps the scope").isLessThan(2_000);
  }

  @Test
  void admissionLogsCountWithTheirSubject() {
    int limit = AdmissionLog.MAX_LIMIT;
    long empty = measured();
    for (int i = 0; i < MANY; i++) {
      Subject subject = table.scope("w", "n", 1_000).subject("u" + i, 10_000);
      for (long window = 10_000; window <= 11_000; window += 1_000) {
        Evaluation all = new Evaluation(limit, 1_000, limit, window + 999).withExactWindow();
        subject.spend(all);
      }
    }

    long withoutLogs = MANY * (table.subjectWeight() + HeapSizes.ofString("u1000"));
    assertThat(table.bytes()).isGreaterThan(withoutLogs + MANY * HeapSizes.ADMISSION_LOG);
    assertThat((double) table.bytes() / (measured() - empty)).isBetween(1.0, 1.5);

    for (int i = 0; i < MANY; i++) {
      table.retire(table.scope("w", "n", 1_000).subject("u" + i, 11_999));
    }
    assertThat(table.bytes()).isZero();
  }

  @Test
  void draftsAndHotCellsAreFullyCounted() throws ClassNotFoundException {
    assertThat(size("io.weir.region.Draft")).isLessThanOrEqualTo(HeapSizes.DRAFT - 16);
    long entries = 2 * size("java.util.LinkedHashMap$Entry") + size("java.util.HashMap$Node");
    long slots = 3 * 8 + 8;
    assertThat(size("io.weir.world.PushCandidate")
            + entries
            + slots
            + size("io.weir.CellKey")
            + size("io.weir.SubjectKey"))
        .isLessThanOrEqualTo(HeapSizes.HOT_CELL);
  }

  private static long size(String type) throws ClassNotFoundException {
    return ClassLayout.parseClass(Class.forName(type)).instanceSize();
  }
}
