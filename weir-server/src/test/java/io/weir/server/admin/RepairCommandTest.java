// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.sql.TenantDatabase;
import io.weir.time.ManualClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the output of the command {@code repair} for a server's file. */
class RepairCommandTest {
  @TempDir
  private Path folder = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter errors = new StringWriter();

  private int repair() {
    return RepairCommand.run(
        folder,
        new ManualClock(1_700_000_000_000L),
        new PrintWriter(out, true),
        new PrintWriter(errors, true));
  }

  @Test
  void repairKeepsKeysAndTheOldFile() {
    String id;
    try (TenantDatabase tenantDatabase = TenantDatabase.embedded(folder)) {
      id = new Administration(tenantDatabase, new SecureRandom())
          .createFirstKey()
          .orElseThrow()
          .key()
          .id();
    }

    assertThat(repair()).isZero();

    assertThat(out.toString())
        .contains("ratelimit_directory_root_keys: 1 rows\n", "weir.db.damaged-20231114T221320Z");
    assertThat(errors.toString()).isEmpty();
    try (TenantDatabase tenantDatabase = TenantDatabase.embedded(folder)) {
      assertThat(new Administration(tenantDatabase, new SecureRandom()).keys())
          .extracting(key -> key.id())
          .containsExactly(id);
    }
  }

  @Test
  void anUnreadableOrMissingFileIsReportedInOneLine() throws IOException {
    assertThat(repair()).isEqualTo(1);
    assertThat(errors.toString()).startsWith("weir repair: there is no file ").hasLineCount(1);

    TenantDatabase.embedded(folder).close();
    try (RandomAccessFile file = new RandomAccessFile(folder.resolve("weir.db").toFile(), "rw")) {
      file.write(new byte[4_096]);
    }
    errors.getBuffer().setLength(0);
    assertThat(repair()).isEqualTo(1);
    assertThat(errors.toString()).startsWith("weir repair: ").hasLineCount(1);
  }
}
