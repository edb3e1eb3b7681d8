// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.sql.Store;
import io.weir.time.ManualClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command says of a server's file. */
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
  @DisplayName("rows are counted per table, the old file is kept, and keys work as before")
  void keysAreKept() {
    String id;
    try (Store store = Store.embedded(folder)) {
      id = new Administration(store, new SecureRandom())
          .firstStart()
          .orElseThrow()
          .key()
          .id();
    }

    assertThat(repair()).isZero();

    assertThat(out.toString())
        .contains("ratelimit_directory_root_keys: 1 rows\n", "weir.db.damaged-20231114T221320Z");
    assertThat(errors.toString()).isEmpty();
    try (Store store = Store.embedded(folder)) {
      assertThat(new Administration(store, new SecureRandom()).keys())
          .extracting(key -> key.id())
          .containsExactly(id);
    }
  }

  @Test
  @DisplayName("a file that nothing can be read from, and a folder without one, are one line")
  void failures() throws IOException {
    assertThat(repair()).isEqualTo(1);
    assertThat(errors.toString()).startsWith("weir repair: there is no file ").hasLineCount(1);

    Store.embedded(folder).close();
    try (RandomAccessFile file = new RandomAccessFile(folder.resolve("weir.db").toFile(), "rw")) {
      file.write(new byte[4_096]);
    }
    errors.getBuffer().setLength(0);
    assertThat(repair()).isEqualTo(1);
    assertThat(errors.toString()).startsWith("weir repair: ").hasLineCount(1);
  }
}
