// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.LedgerUnavailable;
import io.weir.testkit.servers.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A ledger in a file, and processes that are killed over it. */
@Timeout(120)
class EmbeddedTest {
  private static final CellKey CELL =
      new CellKey(new SubjectKey("w", "n", "a", 86_400_000), 1_000_000);

  @TempDir
  private Path folder = Path.of("");

  /** A process that counts up in the ledger, and says each number once the ledger has confirmed it. */
  static final class Counting {
    private Counting() {}

    public static void main(String[] args) {
      MysqlLedger ledger = MysqlLedger.embedded(Path.of(args[0]));
      for (int i = 1; ; i++) {
        Eventually.answer(ledger.push(List.of(new Component(CELL, "eu", "", i))));
        System.out.println(i);
      }
    }
  }

  @Test
  @DisplayName("what was confirmed is still there after the process was killed")
  void aKilledProcessLosesNothing() throws Exception {
    Path file = folder.resolve("ledger");
    Process process = counting(file);
    long confirmed;
    try (BufferedReader numbers = process.inputReader(UTF_8)) {
      do {
        confirmed = Long.parseLong(String.valueOf(numbers.readLine()));
      } while (confirmed < 100);
    } finally {
      process.destroyForcibly().waitFor();
    }

    try (MysqlLedger ledger = MysqlLedger.embedded(file)) {
      assertThat(Eventually.answer(ledger.pull(Ledger.Asker.of("us"), 0)).sums())
          .singleElement()
          .satisfies(sums -> assertThat(sums.foreign()).isGreaterThanOrEqualTo(100));
    }
    assertThat(confirmed).isEqualTo(100);
  }

  @Test
  @DisplayName("a file that another process has is refused, and named")
  void aFileInUseIsRefused() throws Exception {
    Path file = folder.resolve("ledger");
    Process process = counting(file);
    try (BufferedReader numbers = process.inputReader(UTF_8)) {
      numbers.readLine();

      assertThatThrownBy(() -> MysqlLedger.embedded(file))
          .isInstanceOf(LedgerUnavailable.class)
          .hasMessageContaining(file.toString())
          .hasMessageContaining("already in use");
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  @DisplayName("closing frees the file at once")
  void closingFreesTheFile() throws IOException {
    Path file = folder.resolve("ledger");
    MysqlLedger ledger = MysqlLedger.embedded(file);
    Eventually.answer(ledger.push(List.of(new Component(CELL, "eu", "", 1))));

    ledger.close();

    Path data = folder.resolve("ledger.mv.db");
    try (FileChannel channel = FileChannel.open(data, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      assertThat(lock.isValid()).isTrue(); // had it not been freed, trying would have thrown
    }
  }

  @Test
  @DisplayName("a name that the database can't be given is refused")
  void aSemicolonIsRefused() {
    assertThatThrownBy(() -> MysqlLedger.embedded(folder.resolve("a;b")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("semicolon");
  }

  private static Process counting(Path file) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Counting.class.getName(),
            file.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
