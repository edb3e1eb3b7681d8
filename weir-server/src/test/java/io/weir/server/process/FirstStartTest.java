// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.Ended;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The first start of a server")
@Tag("integration")
final class FirstStartTest {
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
      assertThat(server.log())
          .contains(" listens on " + server.url() + "; region local, Redis none, database embedded")
          .contains("data folder " + folder.resolve("data"));
      assertThat(Calls.look(server, "/ready").status()).isEqualTo(200);
      assertWorksWhenPasted(server);
      assertThat(Calls.spend(Calls.wire(server, key), "hello/me", 10, 3).passed())
          .isTrue();
      server.term();

      assertThat(server.end().out().lines().map(FirstStartTest::word))
          .containsExactly("listening", "data", "root-key", "curl");
    }

    try (ServerProcess server = ServerProcess.start(embedded()).keeping(key)) {
      Reply again = Calls.limit(Calls.wire(server, key), "hello/me", 10);
      assertThat(again.number("remaining"))
          .as("with what the first one admitted")
          .isEqualTo(6);
      server.term();

      assertThat(server.end().out().lines().map(FirstStartTest::word))
          .containsExactly("listening", "data");
    }
  }

  private static String word(String line) {
    return line.substring(0, line.indexOf(' '));
  }

  private static void assertWorksWhenPasted(ServerProcess server) {
    List<String> words = wordsOf("curl " + server.line("curl ").orElseThrow());
    assertThat(words).hasSize(8);
    URI address = URI.create(words.get(1));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address).POST(HttpRequest.BodyPublishers.ofString(words.get(7)));
    for (String header : List.of(words.get(3), words.get(5))) {
      String[] parts = header.split(": ", 2);
      request.header(parts[0], parts[1]);
    }
    Reply reply = Reply.of(new Wire(address.getPort(), null).send(request)).whole();
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.number("remaining")).isEqualTo(9);
  }

  /** What a shell hands to curl. */
  private static List<String> wordsOf(String line) {
    String script = "curl() { printf '%s\\n' \"$@\"; }\n" + line + "\n";
    try {
      Process shell = new ProcessBuilder("/bin/sh", "-c", script).start();
      String words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(shell.waitFor()).isZero();
      return words.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @DisplayName(
      "writes the key into a file for its owner alone if nobody is at a terminal, and prints a line that works")
  void writesItsKeyIntoAFile() throws IOException {
    Path data = folder.resolve("it's data");
    Launch quiet = Launch.of("serve", "--port", "0", "--data", data.toString());
    try (ServerProcess server = ServerProcess.start(quiet)) {
      Eventually.until(server::said, () -> server.line("curl ").isPresent());
      Path file = Path.of(server.line("root-key-file ").orElseThrow());
      String key = Files.readString(file).strip();
      server.keeping(key);

      assertThat(file).isEqualTo(data.resolve("root-key"));
      assertThat(server.line("data ")).hasValue(data.toString());
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      assertThat(server.out()).doesNotContain(key);
      assertWorksWhenPasted(server);
      try (Stream<Path> files = Files.list(data)) {
        assertThat(files.filter(each -> each.toString().contains("root-key"))).hasSize(1);
      }
    }
  }

  @Test
  @DisplayName("accepts a key at once that a command has made beside it")
  void acceptsANewKeyAtOnce() {
    try (ServerProcess server = ServerProcess.start(embedded())) {
      for (int i = 0; i < 5; i++) {
        Calls.Key key = Calls.createKey("--data", folder.resolve("data").toString());

        assertThat(Calls.limit(Calls.wire(server, key.plain()), "hello/you", 10).status())
            .isEqualTo(200);
      }
    }
  }

  @Test
  @DisplayName("takes a key from the environment, which works and is not printed")
  void takesAPresetKey() {
    String preset = "preset-root-key-of-this-test-0123";
    try (ServerProcess server =
        ServerProcess.start(embedded().where("WEIR_ROOT_KEY", preset)).keeping(preset)) {
      assertThat(Calls.limit(Calls.wire(server, preset), "hello/you", 10).passed())
          .isTrue();
      server.term();

      Ended ended = server.end();
      assertThat(ended.out().lines()).hasSize(2);
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
