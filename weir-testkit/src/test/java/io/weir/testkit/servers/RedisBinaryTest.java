// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.testkit.servers.local.Machine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisBinaryTest {
  @TempDir
  private Path parent;

  @ParameterizedTest
  @CsvSource({
    "Linux,    amd64,   linux-amd64",
    "Linux,    aarch64, linux-arm64",
    "Mac OS X, x86_64,  darwin-amd64",
    "Mac OS X, aarch64, darwin-arm64"
  })
  void everyCommonPlatformHasABinary(String osName, String osArch, String suffix)
      throws IOException {
    RedisBinary binary = binary(osName, osArch);

    Path path = binary.path().orElseThrow();

    assertThat(binary.absence()).isEmpty();
    assertThat(path).isExecutable().hasFileName("redis-server-7.0.15-" + suffix);
    try (InputStream packed = packed(path)) {
      assertThat(path).hasBinaryContent(packed.readAllBytes());
    }
  }

  @Test
  void aPlatformWithoutABinaryIsReported() {
    RedisBinary binary = binary("Linux", "s390x");

    assertThat(binary.path()).isEmpty();
    assertThat(binary.absence()).contains("there is no Redis binary for Linux s390x");
  }

  @Test
  void onlyTheOwnerHasAccessToUnpackedFiles() throws IOException {
    Path path = unpack();

    assertThat(permissions(path)).isEqualTo("rwx------");
    assertThat(permissions(folderOf(path))).isEqualTo("rwx------");
  }

  @Test
  void unpackedFilesAreReused() throws IOException {
    Path path = unpack();
    Object first = Files.readAttributes(path, "unix:ino").get("ino");

    assertThat(unpack()).isEqualTo(path);

    assertThat(Files.readAttributes(path, "unix:ino").get("ino")).isEqualTo(first);
    try (var files = Files.list(folderOf(path))) {
      assertThat(files).containsExactly(path);
    }
  }

  @Test
  void aTruncatedFileIsReplaced() throws IOException {
    Path path = unpack();
    byte[] whole = Files.readAllBytes(path);
    Files.write(path, new byte[1000]);

    unpack();

    assertThat(path).hasBinaryContent(whole).isExecutable();
  }

  @Test
  void aFolderThatOthersCanWriteToIsNotTrusted() throws IOException {
    Path folder = folderOf(unpack());
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(this::unpack)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining(RedisBinary.OVERRIDE);
  }

  @Test
  void aLinkInPlaceOfTheFolderIsNotTrusted(@TempDir Path target) throws IOException {
    Path folder = folderOf(unpack());
    Path moved = Files.move(folder, target.resolve("moved"));
    Files.createSymbolicLink(folder, moved);

    assertThatThrownBy(this::unpack).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anInstalledServerMayBeSpecifiedOnAnyPlatform() throws IOException {
    Path installed = Files.createFile(
        parent.resolve("redis-server"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    RedisBinary binary = named(installed);

    assertThat(binary.path()).contains(installed);
    assertThat(binary.absence()).isEmpty();
  }

  @Test
  void aSpecifiedServerThatCannotRunIsAnError() {
    List<Path> unusable = List.of(parent.resolve("nothing"), parent);

    for (Path path : unusable) {
      assertThatThrownBy(() -> named(path).path())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(path.toString());
    }
  }

  private Path unpack() {
    return binary("Linux", "amd64").path().orElseThrow();
  }

  private static Path folderOf(Path path) {
    return Objects.requireNonNull(path.getParent());
  }

  private RedisBinary binary(String osName, String osArch) {
    return new RedisBinary(new Machine(osName, osArch, Map.of(), parent));
  }

  private RedisBinary named(Path path) {
    Map<String, String> environment = Map.of(RedisBinary.OVERRIDE, path.toString());
    return new RedisBinary(new Machine("Linux", "s390x", environment, parent));
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static InputStream packed(Path path) {
    return RedisBinaryTest.class
        .getClassLoader()
        .getResourceAsStream(path.getFileName().toString());
  }
}
