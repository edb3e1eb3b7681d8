// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.weir.server.process.ServerCalls;
import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.ProcessResult;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The database is taken to be the largest file in the folder, so that the test does not depend on the kind of
 * database.
 */
@Tag("slow")
final class BrokenFileTest {
  private static final int OVERRIDES = 60;

  /** Files that a database temporarily keeps beside its main file. */
  private static final Pattern COMPANION = Pattern.compile(".*-(wal|shm|journal)");

  private enum Damage {
    EMPTIED {
      @Override
      void inflict(Path file, FileChannel channel) throws IOException {
        channel.truncate(0);
      }
    },
    TRUNCATED {
      @Override
      void inflict(Path file, FileChannel channel) throws IOException {
        channel.truncate(channel.size() / 2);
      }
    },
    OVERWRITTEN {
      @Override
      void inflict(Path file, FileChannel channel) throws IOException {
        byte[] noise = new byte[(int) (channel.size() / 2)];
        new SplittableRandom(1).nextBytes(noise);
        channel.write(ByteBuffer.wrap(noise), channel.size() / 4);
      }
    },
    DELETED {
      @Override
      void inflict(Path file, FileChannel channel) throws IOException {
        Files.delete(file);
      }
    };

    abstract void inflict(Path file, FileChannel channel) throws IOException;
  }

  @TempDir
  private Path folder;

  @ParameterizedTest
  @EnumSource
  void refusesToStartAndNamesTheFile(Damage damage) throws IOException {
    WeirCommandLine weirCommandLine = WeirCommandLine.serve("--data", folder.toString());
    fill(weirCommandLine, damage == Damage.DELETED);
    Path file = largest();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      damage.inflict(file, channel);
    }
    assumeFalse(left().isEmpty(), "nothing in the folder says that a server was here before");

    ProcessResult refused = endOf(weirCommandLine);

    assertThat(refused.out())
        .as("standard output, with %s in the folder", left())
        .isEmpty();
    assertThat(refused.exit()).as(refused.errors()).isEqualTo(1);
    assertThat(refused.errorMessages())
        .as(refused.errors())
        .singleElement()
        .asString()
        .contains(folder.toString());
  }

  /**
   * Runs a server that writes data worth losing, and then stops it or makes it crash, which leaves more files behind.
   */
  private static void fill(WeirCommandLine weirCommandLine, boolean crashes) {
    try (WeirProcess server = WeirProcess.start(weirCommandLine)) {
      RawHttpClient rawHttpClient = ServerCalls.wire(server, server.rootKey());
      assertThat(ServerCalls.limit(rawHttpClient, "lines/you", 10).passed()).isTrue();
      for (int i = 0; i < OVERRIDES; i++) {
        assertThat(ServerCalls.setOverride(rawHttpClient, "lines/user-" + i, i).status())
            .isEqualTo(200);
      }
      if (crashes) {
        server.kill();
      } else {
        server.terminate();
        server.end();
      }
    }
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private Path largest() throws IOException {
    return left().stream()
        .filter(Files::isRegularFile)
        .filter(file -> !COMPANION.matcher(file.getFileName().toString()).matches())
        .max(Comparator.comparingLong(file -> file.toFile().length()))
        .orElseThrow();
  }

  /** Returns the result of a start; a server that starts is stopped. */
  private static ProcessResult endOf(WeirCommandLine weirCommandLine) {
    try (WeirProcess server = WeirProcess.begin(weirCommandLine)) {
      Eventually.until(
          server::allOutput,
          () -> !server.isRunning() || server.line("listening ").isPresent());
      if (server.isRunning()) {
        server.terminate();
      }
      return server.end();
    }
  }
}
