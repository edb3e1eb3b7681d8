// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The executable of a Redis server: one that the user names, else one from the class path, unpacked once per user. */
public final class RedisBinary {
  /** Names an installed redis-server that is used instead of the one on the class path. */
  public static final String OVERRIDE = "WEIR_REDIS_BINARY";

  private static final String VERSION = "7.0.15";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final FileAttribute<?> FOR_OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(OWNER_ONLY);

  private final String platform;
  private final String resource;
  private final @Nullable String override;
  private final Path parent;

  /**
   * The binary as a machine with these system properties would see it.
   *
   * @param environment the environment variables
   * @param parent where the folder of unpacked binaries is made
   */
  RedisBinary(String osName, String osArch, Map<String, String> environment, Path parent) {
    this.platform = osName + " " + osArch;
    this.resource = "redis-server-" + VERSION + "-" + system(osName) + "-" + processor(osArch);
    this.override = environment.get(OVERRIDE);
    this.parent = parent;
  }

  /** The binary for this machine. */
  public static RedisBinary ofThisMachine() {
    return new RedisBinary(
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        System.getenv(),
        Path.of(System.getProperty("java.io.tmpdir")));
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

  /** Why there is no binary, as half a sentence; empty if there is one. */
  public Optional<String> absence() {
    return override != null || find() != null
        ? Optional.empty()
        : Optional.of("there is no Redis binary for " + platform);
  }

  /** An executable file, or nothing on a platform without one; then {@link #absence} says why. */
  public Optional<Path> path() {
    if (override != null) {
      Path named = Path.of(override);
      if (!Files.isRegularFile(named) || !Files.isExecutable(named)) {
        throw new IllegalStateException(OVERRIDE + " names no executable file: " + named);
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
      Path binary = folder().resolve(resource);
      URLConnection source = packed.openConnection();
      // A cached connection would keep the jar open for the life of this process.
      source.setUseCaches(false);
      long size = source.getContentLengthLong();
      try (InputStream bytes = source.getInputStream()) {
        if (!isWhole(binary, size)) {
          unpack(bytes, binary);
        }
      }
      return binary;
    } catch (IOException e) {
      throw new UncheckedIOException("can't unpack " + resource + " below " + parent, e);
    }
  }

  private static boolean isWhole(Path binary, long size) throws IOException {
    return Files.isRegularFile(binary, LinkOption.NOFOLLOW_LINKS)
        && Files.size(binary) == size
        && Files.isExecutable(binary);
  }

  /** Moves the finished file into place, so that nobody ever runs half of one. */
  private static void unpack(InputStream bytes, Path binary) throws IOException {
    Path unfinished = Files.createTempFile(binary.getParent(), "unpacking", "", FOR_OWNER_ONLY);
    try {
      try (var out = Files.newOutputStream(unfinished)) {
        bytes.transferTo(out);
      }
      Files.move(unfinished, binary, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /** This user's own folder. Whoever else could write to it could choose what we run. */
  private Path folder() throws IOException {
    Path folder = parent.resolve("weir-redis-" + System.getProperty("user.name"));
    try {
      Files.createDirectory(folder, FOR_OWNER_ONLY);
    } catch (FileAlreadyExistsException e) {
      requireOurs(folder);
    }
    return folder;
  }

  private void requireOurs(Path folder) throws IOException {
    Path probe = Files.createTempFile(parent, "weir", "", FOR_OWNER_ONLY);
    boolean ours;
    try {
      ours = Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(probe))
          && Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(OWNER_ONLY);
    } finally {
      Files.delete(probe);
    }
    if (!ours) {
      throw new IllegalStateException("not a folder that only this user can write to: " + folder
          + "; remove it, or set " + OVERRIDE + " to an installed redis-server");
    }
  }
}
