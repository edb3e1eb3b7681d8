// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.spring.rig.FluxApp;
import io.weir.spring.rig.RunningApp;
import io.weir.spring.rig.ShopApp;
import io.weir.testkit.servers.weir.ProcessResult;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
@Tag("integration")
class KeyVerificationTest {
  private static final String[] RULE = {
    "weir.web.rules.hello.path=/hello",
    "weir.web.rules.hello.limit=2",
    "weir.web.rules.hello.duration=30d"
  };

  @TempDir
  private static Path data;

  private static WeirProcess server;

  @BeforeAll
  static void start() {
    server = WeirProcess.start(WeirCommandLine.serve("--data", data.toString()));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String[] with(String url, String key, String... more) {
    String[] all = new String[more.length + 2];
    all[0] = "weir.server.url=" + url;
    all[1] = "weir.server.root-key=" + key;
    System.arraycopy(more, 0, all, 2, more.length);
    return all;
  }

  private static void assertStops(CapturedOutput output, String sentence, String... properties) {
    assertThatThrownBy(() -> RunningApp.servlet(ShopApp.class, properties).close())
        .isNotNull();
    assertThat(output)
        .contains("APPLICATION FAILED TO START", sentence)
        .doesNotContain("\tat org.springframework");
  }

  /** Creates a key with only these permissions. */
  private static String key(String... permissions) {
    WeirCommandLine weirCommandLine =
        WeirCommandLine.of("keys", "create", "--data", data.toString(), "--json");
    for (String each : permissions) {
      weirCommandLine = weirCommandLine.with("--permission", each);
    }
    ProcessResult made = WeirProcess.run(weirCommandLine);
    assertThat(made.exit()).as(made.errors()).isZero();
    return made.out().replaceAll("(?s).*\"key\"\\s*:\\s*\"([^\"]+)\".*", "$1");
  }

  @Test
  void anUnknownKeyStopsTheStart(CapturedOutput output) {
    assertStops(
        output,
        "weir.server.root-key is not accepted by " + server.url(),
        with(server.url(), "weir_guessed-by-somebody", RULE));
    assertThat(output).contains("401").doesNotContain("guessed-by-somebody");
  }

  @Test
  void anUnknownKeyStopsTheStartWithoutRules(CapturedOutput output) {
    assertStops(
        output,
        "weir.server.root-key is not accepted by " + server.url(),
        with(server.url(), "weir_guessed-by-somebody"));
    assertThatThrownBy(
            () -> RunningApp.reactive(FluxApp.class, with(server.url(), "weir_guessed-by-somebody"))
                .close())
        .hasStackTraceContaining("weir.server.root-key is not accepted");
  }

  @Test
  void aMissingPermissionStopsTheStart(CapturedOutput output) {
    assertStops(output, "403", with(server.url(), key("ratelimit.*.read_override"), RULE));
  }

  @Test
  void theLimitPermissionIsEnough() {
    String key = key("ratelimit.*.limit", "ratelimit.*.create_namespace");
    try (RunningApp app = RunningApp.servlet(ShopApp.class, with(server.url(), key, RULE));
        RunningApp without = RunningApp.servlet(ShopApp.class, with(server.url(), key))) {
      app.get("/actuator/health");
      assertThat(app.statuses(3, "/hello")).containsExactly(200, 200, 429);
      assertThat(app.get("/actuator/weir").body())
          .contains("\"hello\":{\"allowed\":2,\"refused\":1,\"fallback\":0,\"error\":0}");
      assertThat(without.get("/hello").statusCode()).isEqualTo(200);
      assertThat(without.get("/actuator/health/weir").body()).contains("\"status\":\"UP\"");
    }
  }

  @Test
  void anUnresolvedPlaceholderStopsTheStart(CapturedOutput output) {
    assertStops(
        output,
        "this placeholder is unresolved: set the variable",
        with(server.url(), "${SOME_KEY_THAT_NOBODY_SET}", RULE));
  }

  @Test
  void anUnreachableServerDoesNotStopTheStart(CapturedOutput output) {
    try (RunningApp app =
        RunningApp.servlet(ShopApp.class, with("http://127.0.0.1:1", "key", RULE))) {
      assertThat(app.get("/hello").statusCode()).isEqualTo(503);
      assertThat(output)
          .contains("The root key could not be verified at http://127.0.0.1:1; starting anyway");
    }
  }

  @Test
  void verificationCanBeTurnedOff() {
    String[] properties = with(
        server.url(),
        "weir_guessed-by-somebody",
        "weir.server.verify-key=false",
        RULE[0],
        RULE[1],
        RULE[2]);
    try (RunningApp app = RunningApp.servlet(ShopApp.class, properties)) {
      assertThat(app.get("/hello").statusCode()).isEqualTo(503);
      assertThat(app.get("/actuator/health/weir").body())
          .contains("\"status\":\"DEGRADED\"", "401");
    }
  }
}
