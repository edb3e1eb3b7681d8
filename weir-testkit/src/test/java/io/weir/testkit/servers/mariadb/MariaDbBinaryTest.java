// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.local.FolderTree;
import io.weir.testkit.servers.local.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("integration")
class MariaDbBinaryTest {
  @TempDir
  private Path parent;

  @BeforeAll
  static void needABinary() {
    RequiredServers.ownMysql().close();
  }

  @ParameterizedTest
  @CsvSource({"Linux, aarch64", "Mac OS X, aarch64", "Windows 11, amd64"})
  void aPlatformWithoutABinaryIsReported(String osName, String osArch) {
    MariaDbBinary binary = new MariaDbBinary(new Machine(osName, osArch, Map.of(), parent));

    assertThat(binary.absence())
        .contains("there is no MariaDB for " + osName + " " + osArch + " on the class path");
    assertThatThrownBy(binary::install)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(osArch);
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void onlyRequiredFilesAreUnpackedAndOnlyOnce() throws IOException {
    MariaDbBinary binary = new MariaDbBinary(new Machine("Linux", "amd64", Map.of(), parent));

    MariaDbBinary.Installation first = binary.install();

    Path base = first.data().resolveSibling("");
    assertThat(filesBelow(base.resolve("bin"))).containsExactly("mariadbd");
    assertThat(filesBelow(base.resolve("share")))
        .containsExactly(
            "charsets/Index.xml",
            "english/errmsg.sys",
            "mariadb_performance_tables.sql",
            "mariadb_system_tables.sql",
            "mariadb_system_tables_data.sql");
    assertThat(first.data().resolve("mysql")).isDirectory();
    assertThat(permissions(first.home().executable())).isEqualTo("rwx------");
    Object inode = Files.getAttribute(first.home().executable(), "unix:ino");
    assertThat(binary.install()).isEqualTo(first);
    assertThat(Files.getAttribute(first.home().executable(), "unix:ino")).isEqualTo(inode);
  }

  @Test
  void anInstalledMariaDbInAPackagesLayoutMayBeSpecified() throws Exception {
    Path base = createLegacyPackageLayout();
    MariaDbBinary binary = named(base);

    MariaDbBinary.Installation installation = binary.install();

    assertThat(binary.absence()).isEmpty();
    assertThat(installation.home().executable()).isEqualTo(base.resolve("sbin/mariadbd"));
    assertThat(binary.install()).isEqualTo(installation);
    try (MariaDbServer server = MariaDbServer.launch(false, installation, List.of())) {
      assertThat(SqlStatementRunner.ask(server.url("some"), "select @@character_sets_dir"))
          .startsWith(base.resolve("share/mysql").toString());
    }
  }

  @Test
  void aSpecifiedFolderWithoutAMariaDbIsAnError() {
    for (Path base : List.of(parent, parent.resolve("nothing"))) {
      assertThatThrownBy(() -> named(base).install())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(MariaDbBinary.OVERRIDE)
          .hasMessageContaining(base.toString());
    }
  }

  @Test
  void failedSystemTablesAreReportedWithTheServersMessage() throws IOException {
    Path base = createLegacyPackageLayout();
    Files.writeString(
        base.resolve("share/mysql/mysql_performance_tables.sql"), "no such statement;\n");

    assertThatThrownBy(() -> named(base).install())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no such statement");
  }

  private MariaDbBinary named(Path base) {
    Map<String, String> environment = Map.of(MariaDbBinary.OVERRIDE, base.toString());
    return new MariaDbBinary(new Machine("Linux", "s390x", environment, parent));
  }

  /** Creates the layout of Debian's packages, with the file names from before version 11. */
  private Path createLegacyPackageLayout() throws IOException {
    MariaDbHome home = MariaDbBinary.ofThisMachine().install().home();
    Path program = Files.createDirectories(parent.resolve("usr/sbin")).resolve("mariadbd");
    Files.writeString(program, "#!/bin/sh\nexec '" + home.executable() + "' \"$@\"\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    Path share = Files.createDirectories(parent.resolve("usr/share")).resolve("mysql");
    new FolderTree(home.share()).copyTo(share);
    for (String name : filesBelow(share)) {
      Files.move(share.resolve(name), share.resolve(name.replace("mariadb_", "mysql_")));
    }
    return parent.resolve("usr");
  }

  private static List<String> filesBelow(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .map(path -> folder.relativize(path).toString())
          .sorted()
          .toList();
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
