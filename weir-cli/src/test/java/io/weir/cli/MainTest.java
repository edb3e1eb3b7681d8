// SPDX-License-Identifier: Apache-2.0
package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.command.Command;
import io.weir.cli.command.CommandContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class MainTest {
  private static final String LIMIT_RANGE = "an integer from 0 to 9223372036854775807";
  private static final String DURATION_RANGE = "1s to 30d, written like 1500ms, 60s, 5m, 1h or 30d";

  @Test
  void anUnknownCommandIsNamedWithoutOptionValues() {
    assertThat(CommandRun.of("", "lmit").err())
        .startsWith("weir: unknown command: lmit; known commands: limit, multi-limit, ");
    assertThat(CommandRun.of("", "ledger", "clan").err())
        .startsWith("weir ledger: unknown command: clan; known commands: clean\n");
    assertThat(CommandRun.of("", "limit", "--rootkey=secret").err())
        .startsWith("weir limit: unknown option: --rootkey\n")
        .doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "-V"})
  void printsItsVersion(String option) {
    CommandRun commandRun = CommandRun.of("", option);

    assertThat(commandRun.exit()).isZero();
    assertThat(commandRun.err()).isEmpty();
    assertThat(commandRun.lines()).singleElement().asString().startsWith("weir ");
  }

  @Test
  void withoutACommandItNamesTheKnownOnes() {
    CommandRun commandRun = CommandRun.of("");

    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.err())
        .startsWith(
            "weir: no command given; known commands: limit, multi-limit, override, decide, ledger\n");
    assertThat(commandRun.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h"})
  void helpListsTheCommands(String option) {
    CommandRun commandRun = CommandRun.of("", option);

    assertThat(commandRun.exit()).isZero();
    assertThat(commandRun.out())
        .contains("Usage: weir [-hV] COMMAND")
        .containsPattern("\n  limit +Checks a limit")
        .containsPattern("\n  decide +Decides a stream");
    assertThat(commandRun.err()).isEmpty();
  }

  @Test
  void aCommandOfAnotherModuleIsRunAndListedLikeTheOthers() {
    Command greet = new Command(
        new CommandLine(CommandSpec.create().name("greet")), (parsed, commandContext) -> {
          commandContext.errors().print("hello");
          commandContext.errors().flush();
          return 7;
        });
    StringWriter output = new StringWriter();
    CommandContext commandContext = new CommandContext(
        InputStream.nullInputStream(),
        OutputStream.nullOutputStream(),
        new PrintWriter(output),
        Map.of(),
        () -> 0,
        false);

    assertThat(Main.run(new String[] {"greet"}, commandContext, List.of(greet))).isEqualTo(7);
    assertThat(output).hasToString("hello");
    assertThat(Main.run(new String[0], commandContext, List.of(greet))).isEqualTo(2);
    assertThat(output.toString()).contains("known commands: greet, limit, ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h"})
  void helpOnDecideNamesEveryOptionAndField(String option) {
    CommandRun commandRun = CommandRun.of("not even read", "decide", option);

    assertThat(commandRun.exit()).isZero();
    assertThat(commandRun.err()).isEmpty();
    assertThat(commandRun.out())
        .contains("--limit=N", "--duration=TIME", "--explain", "-h, --help")
        .contains("\n  t  ", "\n  identifier  ", "\n  cost  ", "\n  limit  ", "\n  duration  ")
        .contains(
            "\n  allowed  ", "\n  remaining  ", "\n  reset  ", "\n  retryAfter  ", "\n  explain  ");
    assertThat(commandRun.lines()).allMatch(line -> line.length() <= 120);
  }

  @Test
  void theExampleInTheHelpPrintsWhatTheHelpSays() {
    String help = CommandRun.of("", "decide", "--help").out();
    String example = help.substring(help.indexOf("\nExample:\n"), help.indexOf("\nprints\n"));
    String answers = help.substring(help.indexOf("\nprints\n"), help.indexOf("\nExit code"));
    List<String> input = Pattern.compile("\\{[^}]*}")
        .matcher(example)
        .results()
        .map(MatchResult::group)
        .toList();
    List<String> expected =
        answers.lines().map(String::strip).filter(line -> line.startsWith("{")).toList();

    assertThat(input).hasSize(2);
    assertThat(CommandRun.tenPerMinute(input.toArray(String[]::new)).lines()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-1", "abc", "1.5", "1e3", "+1", "0x10", "@file", "9223372036854775808", "\u0661"})
  void aWrongLimitIsNamedWithItsRange(String limit) {
    assertWrongUsage(
        "--limit must be " + LIMIT_RANGE + ", but was " + limit,
        "--limit=" + limit,
        "--duration=60s");
  }

  @Test
  void anEmptyLimitIsShownAsAnEmptyString() {
    assertWrongUsage("--limit must be " + LIMIT_RANGE + ", but was \"\"", "--limit=");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "60",
        "0s",
        "999ms",
        "31d",
        "721h",
        "2592001s",
        "-1s",
        "1.5h",
        "60S",
        "1w",
        "s",
        "1 s",
        "",
        "99999999999999999999s",
        "9223372036854775807d",
        "213503982335d",
        "\u0661s"
      })
  void aWrongDurationIsNamedWithItsRange(String duration) {
    assertWrongUsage(
        "--duration must be " + DURATION_RANGE + ", but was \"" + duration + "\"",
        "--limit=1",
        "--duration=" + duration);
  }

  @ParameterizedTest
  @CsvSource({
    "1000ms, 1000",
    "1500ms, 1500",
    "1s, 1000",
    "60s, 60000",
    "5m, 300000",
    "1h, 3600000",
    "30d, 2592000000",
    "720h, " + "2592000000"
  })
  void durationsMayBeWrittenInEveryUnit(String text, long millis) {
    CommandRun commandRun =
        CommandRun.of("{\"t\":0,\"identifier\":\"a\"}", "decide", "--limit=1", "--duration", text);

    assertThat(commandRun.out()).contains("\"reset\":" + millis + ",");
  }

  @Test
  void anOptionGivenTwiceIsRefused() {
    assertWrongUsage(
        "option '--limit' (N) should be specified only once", "--limit=1", "--limit=2");
  }

  @Test
  void anOptionWithoutItsValueIsRefused() {
    assertWrongUsage("Missing required parameter for option '--limit' (N)", "--limit");
  }

  @Test
  void argumentsAreNeverReadFromAFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("arguments"), "--explain");

    assertWrongUsage("unexpected argument: @" + file, "@" + file);
  }

  @Test
  void unknownOptionsAndArgumentsAreNamed() {
    assertWrongUsage("unknown option: --file", "--file");
    assertWrongUsage("unexpected argument: checks.jsonl", "checks.jsonl");
  }

  private static void assertWrongUsage(String message, String... options) {
    String[] args = new String[options.length + 1];
    args[0] = "decide";
    System.arraycopy(options, 0, args, 1, options.length);

    CommandRun commandRun = CommandRun.of("{\"t\":0,\"identifier\":\"a\"}", args);

    assertThat(commandRun.err())
        .isEqualTo("weir decide: " + message + "\nsee ./weir decide --help\n");
    assertThat(commandRun.exit()).isEqualTo(2);
    assertThat(commandRun.out()).isEmpty();
  }
}
