// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.mariadb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An installed MariaDB.
 *
 * @param executable the server
 * @param share its messages, character sets and the SQL of its system tables
 */
record MariaDbHome(Path executable, Path share) {
  /** The locations below the base folder in packages for different systems. */
  private static final List<String> EXECUTABLES = List.of("bin/mariadbd", "sbin/mariadbd");

  private static final List<String> SHARES = List.of("share", "share/mysql", "share/mariadb");

  /** Before version 11, the names began with mysql. */
  private static final List<String> PREFIXES = List.of("mariadb_", "mysql_");

  /** In the order in which they are executed. */
  static final List<String> SYSTEM_TABLES =
      List.of("system_tables.sql", "performance_tables.sql", "system_tables_data.sql");

  /** It takes a second, and longer on an overloaded machine. */
  private static final Duration INITIALISATION = Duration.ofMinutes(2);

  /** Returns the MariaDB below this base folder, such as {@code /usr}; empty if there is none. */
  static Optional<MariaDbHome> below(Path base) {
    Optional<Path> executable =
        EXECUTABLES.stream().map(base::resolve).filter(Files::isExecutable).findFirst();
    Optional<Path> share = SHARES.stream()
        .map(base::resolve)
        .filter(each -> systemTables(each).isPresent())
        .findFirst();
    return executable.flatMap(program ->
        share.map(files -> new MariaDbHome(program.toAbsolutePath(), files.toAbsolutePath())));
  }

  private static Optional<List<Path>> systemTables(Path share) {
    return PREFIXES.stream()
        .map(prefix ->
            SYSTEM_TABLES.stream().map(name -> share.resolve(prefix + name)).toList())
        .filter(files -> files.stream().allMatch(Files::isRegularFile))
        .findFirst();
  }

  /** Returns the words with which every command of this server begins. */
  List<String> command(Path data) {
    List<String> words = new ArrayList<>(List.of(executable.toString(), "--no-defaults"));
    if ("root".equals(System.getProperty("user.name"))) {
      // It refuses to run as root unless the user is named explicitly.
      words.add("--user=root");
    }
    words.addAll(List.of(
        "--datadir=" + data,
        "--lc-messages-dir=" + share,
        "--character-sets-dir=" + share.resolve("charsets"),
        "--skip-log-bin",
        // Generating keys takes seconds of processor time.
        "--skip-ssl",
        // Small files, because they are copied for each server.
        "--innodb-undo-tablespaces=0",
        "--innodb-log-file-size=16M",
        "--innodb-temp-data-file-path=ibtmp1:2M:autoextend"));
    return words;
  }

  /** Creates a data directory that contains only the system tables, in which root needs no password. */
  void initialise(Path data) throws IOException {
    Path sql = Files.createTempFile(data.getParent(), "system", ".sql");
    Path log = Files.createTempFile(data.getParent(), "system", ".log");
    try {
      Files.createDirectory(data);
      Files.write(sql, initialisation());
      List<String> words = command(data);
      words.add("--bootstrap");
      Process process = new ProcessBuilder(words)
          .redirectInput(sql.toFile())
          .redirectOutput(log.toFile())
          .redirectErrorStream(true)
          .start();
      if (!endsWell(process)) {
        throw new IllegalStateException(
            "can't create the system tables of MariaDB:\n" + Files.readString(log));
      }
    } finally {
      Files.delete(sql);
      Files.delete(log);
    }
  }

  private static boolean endsWell(Process process) {
    try {
      return process.waitFor(INITIALISATION.toSeconds(), TimeUnit.SECONDS)
          && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      process.destroyForcibly();
    }
  }

  private List<String> initialisation() {
    Stream<String> beginning =
        Stream.of("create database mysql;", "use mysql;", "set @auth_root_socket = null;");
    Stream<String> tables = systemTables(share).orElseThrow().stream()
        .flatMap(file -> lines(file).stream())
        // Without name resolution, a user at the machine's host name cannot log in.
        .filter(line -> !line.contains("@current_hostname"));
    return Stream.concat(beginning, tables).toList();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
