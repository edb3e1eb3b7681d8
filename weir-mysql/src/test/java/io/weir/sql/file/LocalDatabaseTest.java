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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that is there is used or refused, never replaced; and whatever is wrong is said in a sentence. */
@Timeout(120)
@Tag("integration")
class LocalDatabaseTest {
  @TempDir
  private Path folder = Path.of("");

  /** A process that counts up, and says each number once it is published. */
  static final class Counting {
    private Counting() {}

    public static void main(String[] args) {
      LocalStore store = LocalStore.open(Path.of(args[0]));
      for (int i = 1; ; i++) {
        Example.publish(store, i);
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
  @DisplayName(
      "a killed process loses nothing that was published, and frees the file; until then nobody else gets it")
  void aKilledProcessLosesNothing() throws Exception {
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
        assertThat(Example.read(store, i)).isEqualTo(i + 1);
      }
    }
  }

  @Test
  @DisplayName("a second opening in the same process is refused too, and closing frees the file")
  void openedTwice() {
    try (LocalStore store = LocalStore.open(folder)) {
      assertThatOpeningFails().hasMessageContaining("already in use by this process");
      Example.publish(store, 1);
    }
    LocalStore.open(folder).close();
  }

  @Test
  @DisplayName("files that others could read are for their owner alone from the next start on")
  void rightsAreTightened() throws IOException {
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
      Example.publish(store, 1);
      for (String name : names) {
        assertThat(Files.getPosixFilePermissions(folder.resolve(name)))
            .as(name)
            .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      }
    }
  }

  @Test
  @DisplayName("folder and files are for their owner alone")
  void onlyTheOwnerReads() throws IOException {
    Path data = folder.resolve("data");
    try (LocalStore store = LocalStore.open(data)) {
      Example.publish(store, 1);
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
  @DisplayName("folders may have any name")
  void oddNames(String name) {
    Path odd = folder.resolve(name);
    try (LocalStore store = LocalStore.open(odd)) {
      Example.publish(store, 3);
    }
    assertThat(odd.resolve("weir.db")).exists();
    try (LocalStore store = LocalStore.open(odd)) {
      assertThat(Example.read(store, 2)).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 99, 511, 4_096, 40_960})
  @DisplayName("a truncated file is refused and left as it is, an empty one too")
  void truncated(long size) throws IOException {
    Path file = Example.filled(folder);
    Example.truncate(file, size);
    byte[] before = Files.readAllBytes(file);

    assertThatOpeningFails()
        .hasMessageContainingAll("is damaged", "./weir repair --data " + folder);

    assertThatFileIsUnchanged(before);
  }

  @Test
  @DisplayName("an empty file is refused in a folder that is otherwise new, too")
  void emptyFromTheStart() throws IOException {
    Files.createFile(folder.resolve("weir.db"));

    assertThatOpeningFails().hasMessageContaining("0 bytes");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 20, 100, 3_500})
  @DisplayName("a first page that was overwritten is noticed")
  void firstPage(int at) throws IOException {
    Path file = Example.filled(folder);
    Example.overwrite(file, at, at == 20 ? 1 : 500);

    assertThatOpeningFails().hasMessageContaining("is damaged");
  }

  @Test
  @DisplayName("every inner page that was overwritten is noticed")
  void innerPages() throws IOException {
    Path file = Example.filled(folder);
    byte[] sound = Files.readAllBytes(file);
    for (long page = 1; page < Example.pages(file); page += 7) {
      Files.write(file, sound);
      Example.overwrite(file, page * Example.PAGE, Example.PAGE);

      assertThatOpeningFails().as("page %s", page).hasMessageContaining("is damaged");
    }
  }

  @Test
  @DisplayName("a file that went missing is not replaced by an empty one")
  void missing() throws IOException {
    Files.delete(Example.filled(folder));

    assertThatOpeningFails()
        .hasMessageContainingAll(
            "is missing", "restore", folder.resolve("weir.marker").toString());
    assertThat(folder.resolve("weir.db")).doesNotExist();

    Files.delete(folder.resolve("weir.marker"));
    LocalStore.open(folder).close();
  }

  @Test
  @DisplayName("a database of another program, a text and a newer format are not touched")
  void notOurs() throws Exception {
    Path file = folder.resolve("weir.db");
    execute("CREATE TABLE theirs (a)");
    byte[] theirs = Files.readAllBytes(file);
    assertThatOpeningFails().hasMessageContaining("another program");
    assertThatFileIsUnchanged(theirs);

    Files.writeString(file, "x".repeat(10_000));
    assertThatOpeningFails().hasMessageContaining("does not have the header of a SQLite database");

    Files.delete(file);
    Example.filled(folder);
    execute("PRAGMA user_version = 2");
    assertThatOpeningFails().hasMessageContaining("format 2");
  }

  @Test
  @DisplayName("the database of a development version is named")
  void formerDatabase() throws IOException {
    Files.createFile(folder.resolve("weir.mv.db"));

    assertThatThrownBy(() -> LocalStore.open(folder))
        .isInstanceOf(LocalFileException.class)
        .hasMessageContainingAll(folder.resolve("weir.mv.db").toString(), "move it away");
  }

  @Test
  @DisplayName("missing and newer tables are named")
  void tables() throws SQLException {
    Example.filled(folder);
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
  @DisplayName("a file that can't be written is named as read-only")
  void readOnly() throws SQLException {
    Path file = Example.filled(folder);
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA query_only = ON");

      assertThatThrownBy(() -> statement.execute("DELETE FROM counts"))
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> assertThat(FileFaults.sentence(file, e))
                  .contains(file.toString(), "is read-only", "writable"));
    }
  }

  @Test
  @DisplayName("a folder that can't be made or is a file is named")
  void noFolder() throws IOException {
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
            Counting.class.getName(),
            folder.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
