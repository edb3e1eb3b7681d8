// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFaultsTest {
  private static final String SECRET = "Sesame0123456789Sesame0123456789";

  @TempDir
  private Path folder = Path.of("");

  private ParsedServeOptions file(String... lines) throws IOException {
    Path path = Files.writeString(folder.resolve("weir.yaml"), String.join("\n", lines));
    return ParsedServeOptions.with("--config", path.toString());
  }

  private String place(int line) {
    return "file " + folder.resolve("weir.yaml") + ", line " + line;
  }

  @Test
  void allFaultsAreListedAtOnce() throws IOException {
    ParsedServeOptions parsedServeOptions = file("max-subjects: lots", "log-level: loud", "prot: 1")
        .env("WEIR_PORT", "70000")
        .env("WEIR_REQUEST_TIMEOUT", "10")
        .env("WEIR_ROOT_KEY", "short");

    assertThat(parsedServeOptions.faults())
        .containsExactlyInAnyOrder(
            "port: must be a whole number from 0 to 65535, but was \"70000\" (environment WEIR_PORT)",
            "request-timeout: must be a duration from 100ms to 10m, such as 500ms, 10s or 2m,"
                + " but was \"10\" (environment WEIR_REQUEST_TIMEOUT)",
            "root-key: must be 32 to 256 printable ASCII characters without spaces, at least 8 of them"
                + " different, such as openssl rand -hex 32 prints, but was \"***\" (environment WEIR_ROOT_KEY)",
            "max-subjects: must be a whole number from 0 to 1000000000, but was \"lots\" ("
                + place(1) + ")",
            "log-level: must be one of error, warning, info, debug, but was \"loud\" (" + place(2)
                + ")",
            "prot: is not a setting; did you mean port? (" + place(3) + ")");
  }

  @Test
  void everySettingIsReadAndValidated() {
    for (Setting<?> setting : Settings.ALL) {
      String wrong = "\0 ".repeat(300);

      assertThat(ParsedServeOptions.with().env(setting.variable(), wrong).faults())
          .as(setting.key())
          .anyMatch(fault -> fault.startsWith(setting.key() + ": must be")
              && fault.endsWith("(environment " + setting.variable() + ")"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "port|-1",
        "port|65536",
        "port|+1",
        "port|0x10",
        "port|''",
        "port|'1 '",
        "port|٣",
        "max-body-bytes|1023",
        "max-header-bytes|99999999999999999999",
        "max-in-flight|0",
        "request-timeout|99ms",
        "request-timeout|11m",
        "idle-timeout|1.5s",
        "idle-timeout|1d",
        "idle-timeout|999999999999h",
        "shutdown-timeout|-1s",
        "region|''",
        "region|a b",
        "path-prefix|a",
        "path-prefix|/a/",
        "path-prefix|//a",
        "path-prefix|/..",
        "path-prefix|/a/./b",
        "host|a b",
        "host|http://a",
        "host|''",
        "data|''",
        "log-format|TEXT",
        "log-level|warn"
      },
      delimiter = '|')
  void valuesOutsideTheRangeAreRefused(String key, String value) {
    assertThat(ParsedServeOptions.with("--" + key, value).fault())
        .startsWith(key + ": must be ")
        .endsWith(" (flag --" + key + ")");
  }

  @Test
  void aRegionHasAtMost48Characters() {
    assertThat(ParsedServeOptions.with("--region", "r".repeat(48)).faults()).isEmpty();
    assertThat(ParsedServeOptions.with("--region", "r".repeat(49)).faults()).hasSize(1);
  }

  @Test
  void redisNeedsADatabase() {
    assertThat(ParsedServeOptions.with("--redis", "redis://:" + SECRET + "@cache:6379")
            .fault())
        .contains("requires mysql", "must also share keys and namespaces", "redis://***@cache:6379")
        .doesNotContain(SECRET);
  }

  @Test
  void aSharedDatabaseNeedsARegion() {
    assertThat(ParsedServeOptions.with("--mysql", "jdbc:mariadb://db/weir").fault())
        .startsWith("region: is required with mysql")
        .contains("1 to 48", "overwrite each other's counts", "flag --mysql");
  }

  @Test
  void missingSettingsAreReportedBesideInvalidOnes() {
    assertThat(ParsedServeOptions.with("--mysql", "mysql://db/weir", "--redis", "cache:6379")
            .faults())
        .hasSize(3)
        .anyMatch(f -> f.startsWith("mysql: must be a JDBC URL"))
        .anyMatch(f -> f.startsWith("redis: must be a URI") && f.contains("cache:6379"))
        .anyMatch(f -> f.startsWith("region: is required"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://root:Sesame0123456789Sesame@db/weir",
        "root:Sesame0123456789Sesame@db",
        "Sesame0123456789Sesame",
        "mariadb://db/weir?password=x@Sesame0123456789Sesame",
        "http://a:b?@Sesame0123456789Sesame@db",
        "mysql://db/weir;password=Sesame0123456789Sesame"
      })
  void passwordsInInvalidAddressesAreHidden(String address) {
    for (String flag : List.of("--mysql", "--redis")) {
      assertThat(String.join(
              "\n", ParsedServeOptions.with("--region", "eu", flag, address).faults()))
          .contains("must be a")
          .doesNotContain("Sesame");
    }
  }

  @Test
  void aRootKeyAsAFlagIsRefused() {
    for (String[] flags : new String[][] {{"--root-key", SECRET}, {"--root-key=" + SECRET}}) {
      assertThat(ParsedServeOptions.with(flags).fault())
          .startsWith("--root-key: is not a flag")
          .contains("every user of the machine can read flags", "WEIR_ROOT_KEY")
          .doesNotContain("Sesame");
    }
  }

  @Test
  void unknownAndRepeatedFlagsAreFaults() {
    assertThat(ParsedServeOptions.with(
                "--prot=1", "--port", "1", "--port", "2", "--host", "a b", "stray")
            .faults())
        .hasSize(4)
        .anyMatch(f -> f.equals("--prot: is not a flag; did you mean --port? (flag)"))
        .anyMatch(f -> f.equals("port: must be given only once (flag --port)"))
        .anyMatch(f -> f.startsWith("host: must be"))
        .anyMatch(f -> f.startsWith("arguments: unexpected argument"));
  }

  @ParameterizedTest
  @CsvSource({
    "WEIR_PROT,WEIR_PORT",
    "WEIR_REDIS_URL,WEIR_REDIS",
    "WEIR_MYSQL_URI,WEIR_MYSQL",
    "WEIR_ROOTKEY,WEIR_ROOT_KEY",
    "WEIR_MAX_BODY,WEIR_MAX_BODY_BYTES",
    "WEIR_DATA_DIR,WEIR_DATA",
    "WEIR_CONFIG_FILE,WEIR_CONFIG",
    "WEIR_REGOIN,WEIR_REGION",
    "WEIR_LOGLEVEL,WEIR_LOG_LEVEL",
    "WEIR_MAX_INFLIGHTS,WEIR_MAX_IN_FLIGHT"
  })
  void misspeltVariablesAreFaultsWithASuggestion(String name, String meant) {
    assertThat(ParsedServeOptions.with().env(name, SECRET).fault())
        .isEqualTo(name + ": is not a setting; did you mean " + meant + "? (environment)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "WEIR_TEST_MYSQL_URL",
        "WEIR_TEST_REDIS_URI",
        "WEIR_REQUIRE_SERVERS",
        "WEIR_REQUIRE_BROWSER",
        "WEIR_REDIS_BINARY",
        "WEIR_MARIADB_HOME",
        "WEIR_CHROMIUM",
        "WEIR_URL",
        "WEIR_BENCH_LEDGER",
        "WEIR_LEDGER_PASSWORD",
        "WEIR_SERVICE_HOST",
        "WEIR_SERVICE_PORT",
        "WEIR_PORT_7777_TCP_ADDR",
        "PORT",
        "XWEIR_PROT"
      })
  void variablesOfOtherToolsAreIgnored(String name) {
    assertThat(ParsedServeOptions.with().env(name, "x").faults()).isEmpty();
  }

  @Test
  void aKubernetesServicePortIsExplained() {
    assertThat(ParsedServeOptions.with().env("WEIR_PORT", "tcp://10.0.0.1:7777").fault())
        .contains("enableServiceLinks", "tcp://10.0.0.1:7777");
  }

  @Test
  void anUnreadableFileIsOneFault() throws IOException {
    Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, 0});
    Path large = Files.writeString(folder.resolve("large"), "#".repeat(17_000));

    assertThat(ParsedServeOptions.with("--config", folder.resolve("none").toString())
            .fault())
        .isEqualTo("config: the file does not exist (file " + folder.resolve("none") + ")");
    assertThat(ParsedServeOptions.with("--config", folder.toString()).fault())
        .contains("is a folder");
    assertThat(ParsedServeOptions.with("--config", binary.toString()).fault())
        .contains("is not UTF-8");
    assertThat(ParsedServeOptions.with("--config", large.toString()).fault())
        .contains("more than 16384 bytes");
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "# a list\\n- port|2|map of settings",
        "port 7777|1|map of settings",
        "port: 1\\n---\\nport: 2|2|more than one document",
        "port: 1\\nhost: [a, b]\\n|2|single value",
        "port: 1\\nhost:\\n  name: a\\n|2|single value",
        "port: 1\\n? [a]\\n: b\\n|2|not a plain name",
        "port: 1\\nport: 2|2|is also on line 1",
        "port: 1\\nhost: \"open\\nregion: eu|3|not YAML",
        "a: &a x\\nhost: *a|2|single value",
        "*a|1|map of settings",
        "port: 1\\n\\thost: a|2|not YAML",
        "port: 1\\nregion:|2|empty",
        "config: other.yaml|1|is not a setting"
      },
      delimiter = '|')
  void aFileOfAnotherShapeIsAFaultWithItsLine(String text, int line, String reason)
      throws IOException {
    assertThat(file(text.replace("\\n", "\n").replace("\\t", "\t")).faults())
        .anyMatch(fault -> fault.contains(reason) && fault.contains(place(line) + ")"));
  }

  @Test
  void aBrokenFileShowsNoSecret() throws IOException {
    assertThat(file("root-key: \"" + SECRET).faults().toString()).doesNotContain("Sesame");
    assertThat(file("root-key: " + SECRET + ": x").faults().toString()).doesNotContain("Sesame");
    assertThat(file("root-key: [" + SECRET + "]").faults().toString()).doesNotContain("Sesame");
  }

  @Test
  void aDeeplyNestedFileIsAFault() throws IOException {
    assertThat(file("host: " + "[".repeat(1_000)).faults()).isNotEmpty();
    assertThat(file("host: " + "{a: ".repeat(4_000)).faults()).isNotEmpty();
  }

  @Test
  void anEmptyFileSetsNothing() throws IOException {
    assertThat(file("").faults()).isEmpty();
    assertThat(file("# nothing yet", "---").faults()).isEmpty();
  }
}
