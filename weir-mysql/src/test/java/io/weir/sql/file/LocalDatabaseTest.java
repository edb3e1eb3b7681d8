// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.mysql.local.LocalStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that an existing file is used or refused, never replaced, and that every problem is described in a sentence.
 */
@Timeout(120)
@Tag("integration")
class LocalDatabaseTest {
  @TempDir
  private Path folder = Path.of("");

  /** A process that counts up, and prints each number once it is published. */
  static final class CountingProcess {
    private CountingProcess() {}

    public static void main(String[] args) {
      LocalStore store = LocalStore.open(Path.of(args[0]));
      for (int i = 1; ; i++) {
        DamagedFolder.publish(store, i);
        System.out.println(i);
      }
    }
  }

  private AbstractThrowableAssert<?, ?> assertThatOpeningFails() {
    return assertThatThrownBy(() -> LocalStore.open(folder).close())
        .isInstanceOf(LocalFileException.class)
        .hasMessageContaining(folder.resolve("weir.db").toString());
  }

  private void assertThatFileIsUnchanged(byte[] before) throws IOException {
    assertThat(Files.readAllBytes(folder.resolve("weir.db"))).isEqualTo(before);
  }

  @Test
  void aKilledProcessLosesNothingPublished() throws Exception {
    Process process = counting();
    try (BufferedReader numbers = process.inputReader(UTF_8)) {
      for (int i = 1; i <= 50; i++) {
        assertThat(numbers.readLine()).isEqualTo(Integer.toString(i));
      }
      assertThatOpeningFails()
          .hasMessageContaining("already in use by another process (process id " + process.pid());
    } finally {
      process.destroyForcibly().waitFor();
    }

    try (LocalStore store = LocalStore.open(folder)) {
      for (int i = 0; i < 50; i++) {
        assertThat(DamagedFolder.read(store, i)).isEqualTo(i + 1);
      }
    }
  }

  @Test
  void aSecondOpeningInTheSameProcessIsRefused() {
    try (LocalStore store = LocalStore.open(folder)) {
      assertThatOpeningFails().hasMessageContaining("already in use by this process");
      DamagedFolder.publish(store, 1);
    }
    LocalStore.open(folder).close();
  }

  @Test
  void permissionsAreTightenedAtTheNextStart() throws IOException {
    LocalStore.open(folder).close();
    List<String> names = List.of("weir.db", "weir.db-wal", "weir.db-shm", "weir.lock");
    for (String name : names) {
      Path file = folder.resolve(name);
      if (!Files.exists(file)) {
        Files.createFile(file);
      }
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    }

    try (LocalStore store = LocalStore.open(folder)) {
      DamagedFolder.publish(store, 1);
      for (String name : names) {
        assertThat(Files.getPosixFilePermissions(folder.resolve(name)))
            .as(name)
            .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      }
    }
  }

  @Test
  void onlyTheOwnerCanReadFolderAndFiles() throws IOException {
    Path data = folder.resolve("data");
    try (LocalStore store = LocalStore.open(data)) {
      DamagedFolder.publish(store, 1);
      assertThat(Files.getPosixFilePermissions(data))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      for (String name : List.of("weir.db", "weir.db-wal", "weir.lock", "weir.marker")) {
        assertThat(Files.getPosixFilePermissions(data.resolve(name)))
            .as(name)
            .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a;b", "a?b", "a%20b#c", "ä&ö=ü"})
  void foldersMayHaveAnyName(String name) {
    Path odd = folder.resolve(name);
    try (LocalStore store = LocalStore.open(odd)) {
      DamagedFolder.publish(store, 3);
    }
    assertThat(odd.resolve("weir.db")).exists();
    try (LocalStore store = LocalStore.open(odd)) {
      assertThat(DamagedFolder.read(store, 2)).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 99, 511, 4_096, 40_960})
  void aTruncatedFileIsRefusedUnchanged(long size) throws IOException {
    Path file = DamagedFolder.filled(folder);
    DamagedFolder.truncate(file, size);
    byte[] before = Files.readAllBytes(file);

    assertThatOpeningFails()
        .hasMessageContainingAll("is damaged", "./weir repair --data " + folder);

    assertThatFileIsUnchanged(before);
  }

  @Test
  void anEmptyFileInANewFolderIsRefused() throws IOException {
    Files.createFile(folder.resolve("weir.db"));

    assertThatOpeningFails().hasMessageContaining("0 bytes");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 20, 100, 3_500})
  void anOverwrittenFirstPageIsDetected(int at) throws IOException {
    Path file = DamagedFolder.filled(folder);
    DamagedFolder.overwrite(file, at, at == 20 ? 1 : 500);

    assertThatOpeningFails().hasMessageContaining("is damaged");
  }

  @Test
  void overwrittenInnerPagesAreDetected() throws IOException {
    Path file = DamagedFolder.filled(folder);
    byte[] sound = Files.readAllBytes(file);
    for (long page = 1; page < DamagedFolder.pages(file); page += 7) {
      Files.write(file, sound);
      DamagedFolder.overwrite(file, page * DamagedFolder.PAGE, DamagedFolder.PAGE);

      assertThatOpeningFails().as("page %s", page).hasMessageContaining("is damaged");
    }
  }

  @Test
  void aMissingFileIsNotReplaced() throws IOException {
    Files.delete(DamagedFolder.filled(folder));

    assertThatOpeningFails()
        .hasMessageContainingAll(
            "is missing", "restore", folder.resolve("weir.marker").toString());
    assertThat(folder.resolve("weir.db")).doesNotExist();

    Files.delete(folder.resolve("weir.marker"));
    LocalStore.open(folder).close();
  }

  @Test
  void foreignAndNewerFilesAreLeftUntouched() throws Exception {
    Path file = folder.resolve("weir.db");
    execute("CREATE TABLE theirs (a)");
    byte[] theirs = Files.readAllBytes(file);
    assertThatOpeningFails().hasMessageContaining("another program");
    assertThatFileIsUnchanged(theirs);

    Files.writeString(file, "x".repeat(10_000));
    assertThatOpeningFails().hasMessageContaining("does not have the header of a SQLite database");

    Files.delete(file);
    DamagedFolder.filled(folder);
    execute("PRAGMA user_version = 2");
    assertThatOpeningFails().hasMessageContaining("format 2");
  }

  @Test
  void aDevelopmentDatabaseIsNamed() throws IOException {
    Files.createFile(folder.resolve("weir.mv.db"));

    assertThatThrownBy(() -> LocalStore.open(folder))
        .isInstanceOf(LocalFileException.class)
        .hasMessageContainingAll(folder.resolve("weir.mv.db").toString(), "move it away");
  }

  @Test
  void missingAndNewerTablesAreNamed() throws SQLException {
    DamagedFolder.filled(folder);
    execute("DROP TABLE subjects");
    assertThatOpeningFails().hasMessageContainingAll("lacks tables of the counts", "subjects");

    execute("DROP TABLE counts_migrations");
    assertThatOpeningFails().hasMessageContaining("lacks tables of the counts (all of them)");

    execute("CREATE TABLE counts_migrations (version INTEGER, applied_at INTEGER)");
    execute("INSERT INTO counts_migrations VALUES (1, 0), (9, 0)");
    assertThatOpeningFails()
        .hasMessageContainingAll("version 9", "versions up to " + LocalStore.PLAN.newest());
  }

  @Test
  void aReadOnlyFileIsReported() throws SQLException {
    Path file = DamagedFolder.filled(folder);
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA query_only = ON");

      assertThatThrownBy(() -> statement.execute("DELETE FROM counts"))
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> assertThat(SqliteErrors.describe(file, e))
                  .contains(file.toString(), "is read-only", "writable"));
    }
  }

  @Test
  void anUnusableFolderIsNamed() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() -> LocalStore.open(file.resolve("data")))
        .isInstanceOf(LocalFileException.class)
        .hasMessageContainingAll(file.resolve("data").toString(), "can't be created");
    assertThatThrownBy(() -> LocalStore.open(file))
        .isInstanceOf(LocalFileException.class)
        .hasMessageContaining(file.toString());
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("weir.db"));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private Process counting() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            CountingProcess.class.getName(),
            folder.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
