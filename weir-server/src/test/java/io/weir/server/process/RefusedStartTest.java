// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.servers.weir.Ended;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A start that can't be")
@Tag("integration")
final class RefusedStartTest {
  private static final String PASSWORD = "Hunter2Hunter2";

  @TempDir
  private Path folder;

  @Test
  @DisplayName(
      "lists everything that is wrong with the configuration, without passwords and keys, and leaves no file")
  void listsAllFaults() {
    Path data = folder.resolve("data");
    Ended refused = ServerProcess.run(Launch.of("serve", "--port", "99999")
        .with("--max-connections", "none", "--data", data.toString())
        .where("WEIR_REDIS", "redis://:" + PASSWORD + "@127.0.0.1:6379")
        .where("WEIR_ROOT_KEY", "tooShort1"));

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.complaints()).singleElement().asString().contains("4 errors");
    assertThat(refused.errors())
        .contains("port", "99999", "max-connections", "root-key", "requires mysql")
        .doesNotContain(PASSWORD)
        .doesNotContain("tooShort1");
    assertThat(data).doesNotExist();
  }

  @Test
  @DisplayName("asks for the region that a shared database needs")
  void asksForTheRegion() {
    Ended refused = ServerProcess.run(
        Launch.serve("--mysql", "jdbc:mariadb://127.0.0.1:1/weir?user=me&password=" + PASSWORD));

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.complaints()).singleElement().asString().contains("1 error");
    assertThat(refused.errors())
        .contains("region", "is required with mysql")
        .doesNotContain(PASSWORD);
  }

  @Test
  @DisplayName("says so when its folder is a file")
  void namesAFolderThatIsNone() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "not a folder");

    Ended refused = ServerProcess.run(Launch.serve("--data", file.toString()));

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.complaints()).singleElement().asString().contains("folder " + file);
    assertThat(file).hasContent("not a folder");
  }

  @Test
  @DisplayName("says so when a file that it needs is no database, and leaves that file alone")
  void namesAFileThatIsNoDatabase() throws IOException {
    Path file = Files.writeString(folder.resolve("weir.mv.db"), "not a database");

    Ended refused = ServerProcess.run(Launch.serve("--data", folder.toString()));

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.complaints()).singleElement().asString().contains("weir");
    assertThat(file).hasContent("not a database");
  }
}
