// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.weir.Ended;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The first start of a server")
final class FirstStartTest {
  private static final Pattern CURL =
      Pattern.compile("-s (\\S+) -H '([^:']+): ([^']+)' -H '([^:']+): ([^']+)' -d '([^']+)'");

  @TempDir
  private Path folder;

  private Launch embedded() {
    return Launch.serve("--data", folder.resolve("data").toString());
  }

  @Test
  @DisplayName(
      "prints address, key and a curl line that works; the next one prints no key, and the old one still works")
  void printsItsKeyOnce() {
    String key;
    try (ServerProcess server = ServerProcess.start(embedded())) {
      key = server.rootKey();
      assertThat(server.url()).startsWith("http://127.0.0.1:");
      assertThat(Calls.look(server, "/ready").status()).isEqualTo(200);
      assertWorksWhenPasted(server);
      assertThat(Calls.spend(Calls.wire(server, key), "hello/me", 10, 3).passed())
          .isTrue();
      server.term();

      assertThat(server.end().out().lines().map(FirstStartTest::word))
          .containsExactly("listening", "root-key", "curl");
    }

    try (ServerProcess server = ServerProcess.start(embedded()).keeping(key)) {
      Reply again = Calls.limit(Calls.wire(server, key), "hello/me", 10);
      assertThat(again.number("remaining"))
          .as("with what the first one admitted")
          .isEqualTo(6);
      server.term();

      assertThat(server.end().out().lines().map(FirstStartTest::word)).containsExactly("listening");
    }
  }

  private static String word(String line) {
    return line.substring(0, line.indexOf(' '));
  }

  private static void assertWorksWhenPasted(ServerProcess server) {
    Matcher curl = CURL.matcher(server.line("curl ").orElseThrow());
    assertThat(curl.matches()).isTrue();
    URI address = URI.create(curl.group(1));
    Reply reply = Reply.of(new Wire(address.getPort(), null)
            .send(HttpRequest.newBuilder(address)
                .header(curl.group(2), curl.group(3))
                .header(curl.group(4), curl.group(5))
                .POST(HttpRequest.BodyPublishers.ofString(curl.group(6)))))
        .whole();
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.number("remaining")).isEqualTo(9);
  }

  @Test
  @DisplayName("takes a key from the environment, which works and is not printed")
  void takesAPresetKey() {
    String preset = "preset-key-of-this-test";
    try (ServerProcess server =
        ServerProcess.start(embedded().where("WEIR_ROOT_KEY", preset)).keeping(preset)) {
      assertThat(Calls.limit(Calls.wire(server, preset), "hello/you", 10).passed())
          .isTrue();
      server.term();

      Ended ended = server.end();
      assertThat(ended.out().lines()).hasSize(1);
      assertThat(ended.exit())
          .as("what a process that was told to end ends with")
          .isEqualTo(143);
    }
  }

  @Test
  @DisplayName(
      "fails with a sentence when the port is taken, and then the next start still prints a key")
  void keepsTheKeyForAStartThatSucceeds() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
      Ended failed = ServerProcess.run(Launch.of(
          "serve",
          "--port",
          Integer.toString(taken.getLocalPort()),
          "--data",
          folder.resolve("data").toString()));

      assertThat(failed.exit()).isEqualTo(1);
      assertThat(failed.out()).isEmpty();
      assertThat(failed.complaints())
          .singleElement()
          .asString()
          .contains("can't listen on 127.0.0.1:" + taken.getLocalPort());
    }
    try (ServerProcess server = ServerProcess.start(embedded())) {
      assertThat(
              Calls.limit(Calls.wire(server, server.rootKey()), "hello/you", 10).passed())
          .isTrue();
    }
  }

  @Test
  @DisplayName("fails with a sentence when another server has the folder, which does not notice")
  void leavesAnotherServersFolderAlone() {
    try (ServerProcess first = ServerProcess.start(embedded())) {
      Ended second = ServerProcess.run(embedded());

      assertThat(second.exit()).isEqualTo(1);
      assertThat(second.out()).isEmpty();
      assertThat(second.complaints())
          .singleElement()
          .asString()
          .contains("in use by another process");
      assertThat(
              Calls.limit(Calls.wire(first, first.rootKey()), "hello/you", 10).passed())
          .isTrue();
    }
  }
}
