// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.mysql.local.LocalStore;
import io.weir.sql.file.Repair.Report;
import io.weir.sql.file.Repair.Rows;
import io.weir.sql.file.Repair.TableSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a repair keeps, and what it refuses. */
@Timeout(120)
class RepairTest {
  private static final List<TableSet> TABLES =
      List.of(new TableSet(LocalStore.OWNER, LocalStore.PLAN, List.of()));

  @TempDir
  private Path folder = Path.of("");

  private Report repair() {
    return Repair.run(folder, TABLES, "now");
  }

  private static Rows rows(Report report, String table) {
    return report.tables().stream()
        .filter(each -> each.table().equals(table))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @DisplayName("a sound file is copied whole, and the old one kept")
  void aSoundFile() {
    Path file = Example.filled(folder);

    Report report = repair();

    assertThat(report.damaged()).isEqualTo(Path.of(file + ".damaged-now")).exists();
    assertThat(rows(report, "counts")).isEqualTo(new Rows("counts", Example.CELLS, true));
    assertThat(rows(report, "subjects")).isEqualTo(new Rows("subjects", Example.CELLS, true));
    try (LocalStore store = LocalStore.open(folder)) {
      assertThat(Example.read(store, 4_999)).isEqualTo(5_000);
    }
  }

  @Test
  @DisplayName("of a file with bad pages all other rows are kept, and it can be opened again")
  void badPages() throws IOException {
    Path file = Example.filled(folder);
    long pages = Example.pages(file);
    Example.overwrite(file, (pages / 2) * Example.PAGE, Example.PAGE);
    Example.overwrite(file, (pages - 3) * Example.PAGE, Example.PAGE);
    byte[] damaged = Files.readAllBytes(file);

    Report report = repair();

    long kept = rows(report, "counts").rows() + rows(report, "subjects").rows();
    assertThat(kept).isBetween(2L * Example.CELLS - 500, 2L * Example.CELLS - 1);
    assertThat(report.tables()).anyMatch(each -> !each.isComplete());
    assertThat(Files.readAllBytes(report.damaged())).isEqualTo(damaged);
    LocalStore.open(folder).close();
  }

  @Test
  @DisplayName("a truncated file gives what is left of it")
  void truncated() throws IOException {
    Path file = Example.filled(folder);
    Example.truncate(file, (Example.pages(file) - 20) * Example.PAGE);

    Report report = repair();

    assertThat(rows(report, "counts").rows() + rows(report, "subjects").rows())
        .isBetween((long) Example.CELLS / 2, 2L * Example.CELLS - 1);
    LocalStore.open(folder).close();
  }

  @Test
  @DisplayName("a file that nothing can be read from stays as it is")
  void nothingReadable() throws IOException {
    Path file = Example.filled(folder);
    Example.overwrite(file, 0, Example.PAGE);
    byte[] before = Files.readAllBytes(file);

    assertThatThrownBy(this::repair)
        .isInstanceOf(LocalFileException.class)
        .hasMessageContainingAll("nothing can be read", file.toString(), "backup");

    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    assertThat(Path.of(file + ".repaired")).doesNotExist();
  }

  @Test
  @DisplayName("a folder in use, and one without a file, are refused")
  void refused() {
    assertThatThrownBy(this::repair)
        .isInstanceOf(LocalFileException.class)
        .hasMessageContaining("there is no file");

    try (LocalStore store = LocalStore.open(folder)) {
      Example.publish(store, 1);
      assertThatThrownBy(this::repair)
          .isInstanceOf(LocalFileException.class)
          .hasMessageContaining("already in use");
    }
  }
}
