// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.ProcessResult;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class FirstStartTest {
  @TempDir
  private Path folder;

  private WeirCommandLine embedded() {
    return WeirCommandLine.serve("--data", folder.resolve("data").toString());
  }

  @Test
  void printsItsKeyOnce() {
    String key;
    try (WeirProcess server = WeirProcess.start(embedded())) {
      key = server.rootKey();
      assertThat(server.url()).startsWith("http://127.0.0.1:");
      assertThat(server.log())
          .contains(" listens on " + server.url() + "; region local, Redis none, database embedded")
          .contains("data folder " + folder.resolve("data"));
      assertThat(ServerCalls.look(server, "/ready").status()).isEqualTo(200);
      assertWorksWhenPasted(server);
      assertThat(ServerCalls.spend(ServerCalls.wire(server, key), "hello/me", 10, 3)
              .passed())
          .isTrue();
      server.terminate();

      assertThat(server.end().out().lines().map(FirstStartTest::word))
          .containsExactly("listening", "data", "root-key", "curl");
    }

    try (WeirProcess server = WeirProcess.start(embedded()).withSecrets(key)) {
      ApiReply again = ServerCalls.limit(ServerCalls.wire(server, key), "hello/me", 10);
      assertThat(again.number("remaining"))
          .as("with what the first one admitted")
          .isEqualTo(6);
      server.terminate();

      assertThat(server.end().out().lines().map(FirstStartTest::word))
          .containsExactly("listening", "data");
    }
  }

  private static String word(String line) {
    return line.substring(0, line.indexOf(' '));
  }

  private static void assertWorksWhenPasted(WeirProcess server) {
    List<String> words = wordsOf("curl " + server.line("curl ").orElseThrow());
    assertThat(words).hasSize(8);
    URI address = URI.create(words.get(1));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address).POST(HttpRequest.BodyPublishers.ofString(words.get(7)));
    for (String header : List.of(words.get(3), words.get(5))) {
      String[] parts = header.split(": ", 2);
      request.header(parts[0], parts[1]);
    }
    ApiReply apiReply =
        ApiReply.of(new RawHttpClient(address.getPort(), null).send(request)).whole();
    assertThat(apiReply.status()).isEqualTo(200);
    assertThat(apiReply.number("remaining")).isEqualTo(9);
  }

  /** Returns the words that a shell passes to curl. */
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
  void writesItsKeyIntoAPrivateFile() throws IOException {
    Path data = folder.resolve("it's data");
    WeirCommandLine quiet = WeirCommandLine.of("serve", "--port", "0", "--data", data.toString());
    try (WeirProcess server = WeirProcess.start(quiet)) {
      Eventually.until(server::allOutput, () -> server.line("curl ").isPresent());
      Path file = Path.of(server.line("root-key-file ").orElseThrow());
      String key = Files.readString(file).strip();
      server.withSecrets(key);

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
  void acceptsANewKeyAtOnce() {
    try (WeirProcess server = WeirProcess.start(embedded())) {
      for (int i = 0; i < 5; i++) {
        ServerCalls.Key key =
            ServerCalls.createKey("--data", folder.resolve("data").toString());

        assertThat(ServerCalls.limit(ServerCalls.wire(server, key.plain()), "hello/you", 10)
                .status())
            .isEqualTo(200);
      }
    }
  }

  @Test
  void acceptsAPresetKey() {
    String preset = "preset-root-key-of-this-test-0123";
    try (WeirProcess server =
        WeirProcess.start(embedded().where("WEIR_ROOT_KEY", preset)).withSecrets(preset)) {
      assertThat(ServerCalls.limit(ServerCalls.wire(server, preset), "hello/you", 10)
              .passed())
          .isTrue();
      server.terminate();

      ProcessResult processResult = server.end();
      assertThat(processResult.out().lines()).hasSize(2);
      assertThat(processResult.exit())
          .as("what a process that was told to end ends with")
          .isEqualTo(143);
    }
  }

  @Test
  void keepsTheKeyForASuccessfulStart() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
      ProcessResult failed = WeirProcess.run(WeirCommandLine.of(
          "serve",
          "--port",
          Integer.toString(taken.getLocalPort()),
          "--data",
          folder.resolve("data").toString()));

      assertThat(failed.exit()).isEqualTo(1);
      assertThat(failed.out()).isEmpty();
      assertThat(failed.errorMessages())
          .singleElement()
          .asString()
          .contains("can't listen on 127.0.0.1:" + taken.getLocalPort());
    }
    try (WeirProcess server = WeirProcess.start(embedded())) {
      assertThat(ServerCalls.limit(ServerCalls.wire(server, server.rootKey()), "hello/you", 10)
              .passed())
          .isTrue();
    }
  }

  @Test
  void refusesAFolderInUse() {
    try (WeirProcess first = WeirProcess.start(embedded())) {
      ProcessResult second = WeirProcess.run(embedded());

      assertThat(second.exit()).isEqualTo(1);
      assertThat(second.out()).isEmpty();
      assertThat(second.errorMessages())
          .singleElement()
          .asString()
          .contains("in use by another process");
      assertThat(ServerCalls.limit(ServerCalls.wire(first, first.rootKey()), "hello/you", 10)
              .passed())
          .isTrue();
    }
  }
}
