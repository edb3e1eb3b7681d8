// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.WhenDegraded;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.server.config.ServerConfig.DirectorySettings;
import io.weir.server.config.ServerConfig.FaultSettings;
import io.weir.server.config.ServerConfig.FleetSettings;
import io.weir.server.config.ServerConfig.ListenSettings;
import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.config.ServerConfig.Timeouts;
import io.weir.server.logs.LogFormat;
import io.weir.server.logs.LogLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

class ServeOptionsTest {
  @TempDir
  private Path folder = Path.of("");

  private String file(String... lines) throws IOException {
    return Files.writeString(folder.resolve("weir.yaml"), String.join("\n", lines))
        .toString();
  }

  @Test
  void theDefaultsDescribeTheEmbeddedServer() {
    ServeOptions.ServeSettings serveSettings = ParsedServeOptions.with().settings();

    assertThat(serveSettings)
        .isEqualTo(new ServeOptions.ServeSettings(
            new ServerConfig(
                new ListenSettings("127.0.0.1", 7777, ""),
                Path.of("weir-data"),
                new FleetSettings(FleetSettings.STANDALONE, null, null),
                null,
                ServerLimits.DEFAULT,
                FaultSettings.DEFAULT,
                DirectorySettings.DEFAULT),
            LogFormat.TEXT,
            LogLevel.INFO,
            false));
  }

  @Test
  void everySettingOfAFileIsApplied() throws IOException {
    String path = file(
        "host: 0.0.0.0",
        "port: 0",
        "path-prefix: /limits/v1",
        "data: /var/lib/weir",
        "region: eu-west",
        "redis: redis-sentinel://:secret@one,two/0#main",
        "mysql: 'jdbc:mariadb://db:3306/weir?user=weir'",
        "root-key: weir_0123456789abcdef0123456789ab",
        "max-body-bytes: 2048",
        "max-header-bytes: 4096",
        "max-connections: 5\nmax-in-flight: 6",
        "request-timeout: 500ms",
        "idle-timeout: 2m",
        "shutdown-timeout: 0s",
        "max-subjects: 900000000",
        "max-directory-bytes: 123456789012",
        "log-format: json",
        "log-level: debug");

    assertThat(ParsedServeOptions.with("--config", path).settings())
        .isEqualTo(new ServeOptions.ServeSettings(
            new ServerConfig(
                new ListenSettings("0.0.0.0", 0, "/limits/v1"),
                Path.of("/var/lib/weir"),
                new FleetSettings(
                    "eu-west",
                    "redis-sentinel://:secret@one,two/0#main",
                    "jdbc:mariadb://db:3306/weir?user=weir"),
                "weir_0123456789abcdef0123456789ab",
                new ServerLimits(2048, 4096, 5, 6, new Timeouts(500, 120_000, 0), 900_000_000),
                FaultSettings.DEFAULT,
                new DirectorySettings(123_456_789_012L)),
            LogFormat.JSON,
            LogLevel.DEBUG,
            false));
  }

  @Test
  void everyFailureSettingIsApplied() throws IOException {
    String path = file(
        "drain: 5s",
        "snapshot-max-age: 30d",
        "degraded-mode: share",
        "push-policy: rfc",
        "push-floor-permille: 250",
        "push-interval: 1s");

    assertThat(ParsedServeOptions.with("--config", path).config().faults())
        .isEqualTo(new FaultSettings(
            5_000,
            2_592_000_000L,
            WhenDegraded.SHARE,
            LedgerOptions.defaults()
                .withPolicy(PushPolicy.RFC)
                .withTerms(new PushPolicy.PushTerms(250, 1_000, 10_000))));
    assertThat(ParsedServeOptions.with("--push-interval", "49ms").fault())
        .contains("from 50ms to 10m");
    assertThat(ParsedServeOptions.with("--pull-interval", "11m").fault())
        .contains("from 50ms to 10m");
    assertThat(ParsedServeOptions.with("--push-floor-permille", "1001").fault())
        .contains("from 0 to 1000");
    assertThat(ParsedServeOptions.with("--drain", "11m").fault()).contains("from 0s to 10m");
  }

  @Test
  void flagsComeBeforeVariablesBeforeTheFile() throws IOException {
    String path = file("port: 3", "host: file", "region: file", "data: file");

    ServerConfig config = ParsedServeOptions.with("--port", "1", "--config=" + path)
        .env("WEIR_PORT", "2")
        .env("WEIR_HOST", "env")
        .env("WEIR_REGION", "")
        .config();

    assertThat(config.listen()).isEqualTo(new ListenSettings("env", 1, ""));
    assertThat(config.fleet().region()).as("an empty variable is not set").isEqualTo("file");
    assertThat(config.data()).isEqualTo(Path.of("file"));
    assertThat(config.limits()).isEqualTo(ServerLimits.DEFAULT);
  }

  @Test
  void anOverriddenValueMayBeInvalid() {
    assertThat(ParsedServeOptions.with("--port=1")
            .env("WEIR_PORT", "many")
            .config()
            .listen()
            .port())
        .isEqualTo(1);
  }

  @Test
  void theFileIsNamedByFlagOrVariable() throws IOException {
    String path = file("port: 3");

    assertThat(
            ParsedServeOptions.with().env("WEIR_CONFIG", path).config().listen().port())
        .isEqualTo(3);
    assertThat(ParsedServeOptions.with("--config", path)
            .env("WEIR_CONFIG", "absent")
            .config()
            .listen()
            .port())
        .isEqualTo(3);
  }

  @Test
  void aRootKeyComesFromTheEnvironment() {
    String key = "0123456789abcdef0123456789abcdef";
    assertThat(ParsedServeOptions.with().env("WEIR_ROOT_KEY", key).config().rootKey())
        .isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0123456789abcdef",
        "0123456789abcdef0123456789abcde",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "abcdefgabcdefgabcdefgabcdefgabcdefg",
        "0123456789abcdef 0123456789abcdef"
      })
  void aGuessableRootKeyIsRefused(String key) throws IOException {
    assertThat(ParsedServeOptions.with().env("WEIR_ROOT_KEY", key).faults())
        .singleElement()
        .asString()
        .contains("root-key: must be 32 to 256", "at least 8 of them different", "openssl rand")
        .doesNotContain(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://localhost",
        "rediss://user:pass@host:1/2?timeout=1s",
        "redis-sentinel://a,b#m",
        "rediss-sentinel://a#m",
        "redis-cluster://a,b",
        "rediss-cluster://a"
      })
  void addressesOfEveryKindOfRedisAreAccepted(String uri) {
    FleetSettings fleetSettings = ParsedServeOptions.with(
            "--redis", uri, "--mysql", "jdbc:mariadb://h/x", "--region", "eu")
        .config()
        .fleet();

    assertThat(fleetSettings).isEqualTo(new FleetSettings("eu", uri, "jdbc:mariadb://h/x"));
  }

  @ParameterizedTest
  @CsvSource({"/,''", "/a,/a", "/a/b-c~1.x,/a/b-c~1.x"})
  void aPathPrefixHasNoDotsAndNoTrailingSlash(String given, String prefix) {
    assertThat(ParsedServeOptions.with("--path-prefix", given).config().listen().pathPrefix())
        .isEqualTo(prefix);
  }

  @Test
  void theHelpListsEverySettingWithItsDefault() {
    String help = new CommandLine(ServeOptions.spec())
        .setUsageHelpWidth(120)
        .getUsageMessage(Ansi.OFF)
        .replaceAll("\\s+", " ");

    for (Setting<?> setting : Settings.ALL) {
      assertThat(help)
          .contains(setting.variable(), setting.type().description(), setting.description());
      if (setting.defaultValue() != null) {
        assertThat(help)
            .contains("Default " + setting.defaultValue() + ". Variable " + setting.variable());
      }
    }
    assertThat(help)
        .contains(
            "A flag overrides a variable, a variable overrides the file, the file overrides the default")
        .doesNotContain("--root-key");
  }

  @Test
  void theSettingsPageMatchesTheCode() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "configuration.md"));

    assertThat(page).contains("\n\n" + Settings.markdown() + "\n");
  }
}
