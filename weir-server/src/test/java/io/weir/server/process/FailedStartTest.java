// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.servers.weir.ProcessResult;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class FailedStartTest {
  private static final String PASSWORD = "Hunter2Hunter2";

  @TempDir
  private Path folder;

  @Test
  void listsAllFaultsWithoutSecrets() {
    Path data = folder.resolve("data");
    ProcessResult refused = WeirProcess.run(WeirCommandLine.of("serve", "--port", "99999")
        .with("--max-connections", "none", "--data", data.toString())
        .where("WEIR_REDIS", "redis://:" + PASSWORD + "@127.0.0.1:6379")
        .where("WEIR_ROOT_KEY", "tooShort1"));

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.errorMessages()).singleElement().asString().contains("4 errors");
    assertThat(refused.errors())
        .contains("port", "99999", "max-connections", "root-key", "requires mysql")
        .doesNotContain(PASSWORD)
        .doesNotContain("tooShort1");
    assertThat(data).doesNotExist();
  }

  @Test
  void asksForTheRegionOfASharedDatabase() {
    ProcessResult refused = WeirProcess.run(WeirCommandLine.serve(
        "--mysql", "jdbc:mariadb://127.0.0.1:1/weir?user=me&password=" + PASSWORD));

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.errorMessages()).singleElement().asString().contains("1 error");
    assertThat(refused.errors())
        .contains("region", "is required with mysql")
        .doesNotContain(PASSWORD);
  }

  @Test
  void reportsAFolderThatIsAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "not a folder");

    ProcessResult refused = WeirProcess.run(WeirCommandLine.serve("--data", file.toString()));

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.errorMessages()).singleElement().asString().contains("folder " + file);
    assertThat(file).hasContent("not a folder");
  }

  @Test
  void reportsAFileThatIsNotADatabase() throws IOException {
    Path file = Files.writeString(folder.resolve("weir.mv.db"), "not a database");

    ProcessResult refused = WeirProcess.run(WeirCommandLine.serve("--data", folder.toString()));

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.errorMessages()).singleElement().asString().contains("weir");
    assertThat(file).hasContent("not a database");
  }
}
