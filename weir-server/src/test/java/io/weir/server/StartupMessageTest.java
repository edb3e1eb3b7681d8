// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.command.CommandContext;
import io.weir.server.config.ServeOptions;
import io.weir.server.config.ServerConfig;
import io.weir.server.config.ServerConfig.DirectorySettings;
import io.weir.server.config.ServerConfig.FaultSettings;
import io.weir.server.config.ServerConfig.FleetSettings;
import io.weir.server.config.ServerConfig.ListenSettings;
import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.logs.LogFormat;
import io.weir.server.logs.LogLevel;
import io.weir.testkit.servers.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StartupMessageTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource({"true, false, true", "false, true, true", "false, false, false"})
  void theKeyIsPrintedOnlyToATerminalOrOnRequest(
      boolean isTerminal, boolean isAsked, boolean isPrinted) {
    ServerConfig config = new ServerConfig(
        new ListenSettings("127.0.0.1", 0, ""),
        folder,
        new FleetSettings(FleetSettings.STANDALONE, null, null),
        null,
        ServerLimits.DEFAULT,
        FaultSettings.DEFAULT,
        DirectorySettings.DEFAULT);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CommandContext commandContext = new CommandContext(
        InputStream.nullInputStream(),
        out,
        new PrintWriter(new StringWriter()),
        Map.of(),
        () -> 0,
        isTerminal);
    try (WeirServer server = WeirServer.start(config)) {
      new StartupMessage(
              server,
              new ServeOptions.ServeSettings(config, LogFormat.TEXT, LogLevel.INFO, isAsked),
              commandContext)
          .print();

      Eventually.until(() -> out.toString(UTF_8), () -> out.toString(UTF_8).contains("curl "));
      assertThat(out.toString(UTF_8).contains("root-key weir_")).isEqualTo(isPrinted);
      assertThat(folder.resolve("root-key").toFile().exists()).isNotEqualTo(isPrinted);
    }
  }
}
