// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.mysql.local.LocalStore;
import io.weir.sql.file.DatabaseRepair.RepairReport;
import io.weir.sql.file.DatabaseRepair.RepairedTable;
import io.weir.sql.file.DatabaseRepair.TableSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a repair keeps, and what it refuses. */
@Timeout(120)
class RepairTest {
  private static final List<TableSet> TABLES =
      List.of(new TableSet(LocalStore.OWNER, LocalStore.PLAN, List.of()));

  @TempDir
  private Path folder = Path.of("");

  private RepairReport repair() {
    return DatabaseRepair.run(folder, TABLES, "now");
  }

  private static RepairedTable rows(RepairReport repairReport, String table) {
    return repairReport.tables().stream()
        .filter(each -> each.table().equals(table))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aSoundFileIsCopiedWhole() {
    Path file = DamagedFolder.filled(folder);

    RepairReport repairReport = repair();

    assertThat(repairReport.damaged()).isEqualTo(Path.of(file + ".damaged-now")).exists();
    assertThat(rows(repairReport, "counts"))
        .isEqualTo(new RepairedTable("counts", DamagedFolder.CELLS, true));
    assertThat(rows(repairReport, "subjects"))
        .isEqualTo(new RepairedTable("subjects", DamagedFolder.CELLS, true));
    try (LocalStore store = LocalStore.open(folder)) {
      assertThat(DamagedFolder.read(store, 4_999)).isEqualTo(5_000);
    }
  }

  @Test
  void rowsOutsideBadPagesAreKept() throws IOException {
    Path file = DamagedFolder.filled(folder);
    long pages = DamagedFolder.pages(file);
    DamagedFolder.overwrite(file, (pages / 2) * DamagedFolder.PAGE, DamagedFolder.PAGE);
    DamagedFolder.overwrite(file, (pages - 3) * DamagedFolder.PAGE, DamagedFolder.PAGE);
    byte[] damaged = Files.readAllBytes(file);

    RepairReport repairReport = repair();

    long kept =
        rows(repairReport, "counts").rows() + rows(repairReport, "subjects").rows();
    assertThat(kept).isBetween(2L * DamagedFolder.CELLS - 500, 2L * DamagedFolder.CELLS - 1);
    assertThat(repairReport.tables()).anyMatch(each -> !each.isComplete());
    assertThat(Files.readAllBytes(repairReport.damaged())).isEqualTo(damaged);
    LocalStore.open(folder).close();
  }

  @Test
  void aTruncatedFileKeepsItsReadableRows() throws IOException {
    Path file = DamagedFolder.filled(folder);
    DamagedFolder.truncate(file, (DamagedFolder.pages(file) - 20) * DamagedFolder.PAGE);

    RepairReport repairReport = repair();

    assertThat(
            rows(repairReport, "counts").rows() + rows(repairReport, "subjects").rows())
        .isBetween((long) DamagedFolder.CELLS / 2, 2L * DamagedFolder.CELLS - 1);
    LocalStore.open(folder).close();
  }

  @Test
  void anUnreadableFileStaysUnchanged() throws IOException {
    Path file = DamagedFolder.filled(folder);
    DamagedFolder.overwrite(file, 0, DamagedFolder.PAGE);
    byte[] before = Files.readAllBytes(file);

    assertThatThrownBy(this::repair)
        .isInstanceOf(LocalFileException.class)
        .hasMessageContainingAll("nothing can be read", file.toString(), "backup");

    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    assertThat(Path.of(file + ".repaired")).doesNotExist();
  }

  @Test
  void aFolderInUseOrWithoutAFileIsRefused() {
    assertThatThrownBy(this::repair)
        .isInstanceOf(LocalFileException.class)
        .hasMessageContaining("there is no file");

    try (LocalStore store = LocalStore.open(folder)) {
      DamagedFolder.publish(store, 1);
      assertThatThrownBy(this::repair)
          .isInstanceOf(LocalFileException.class)
          .hasMessageContaining("already in use");
    }
  }
}
