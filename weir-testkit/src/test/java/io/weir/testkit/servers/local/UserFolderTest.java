// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That only the user has access to the folder is tested where it is used, in {@code RedisBinaryTest}. */
@Tag("integration")
class UserFolderTest {
  private static final String NAME = FolderMakerMain.NAME;
  private static final long SOON_SECONDS = 30;

  @TempDir
  private Path parent;

  /** How often this process created a folder. */
  private final AtomicInteger made = new AtomicInteger();

  @Test
  void aCompleteFolderIsNotCreatedAgain() throws IOException {
    Path folder = make();

    assertThat(make()).isEqualTo(folder);

    assertThat(made).hasValue(1);
    assertOurs(folder);
  }

  @Test
  void additionalFilesAreTolerated() throws IOException {
    Files.writeString(make().resolve("more"), "more");

    make();

    assertThat(made).hasValue(1);
  }

  @Test
  void aMissingFileCausesARebuild() throws IOException {
    Files.delete(make().resolve("below").resolve("other half"));

    Path folder = make();

    assertThat(made).hasValue(2);
    assertOurs(folder);
  }

  @Test
  void aTruncatedFileCausesARebuild() throws IOException {
    Files.writeString(make().resolve("half"), "o");

    Path folder = make();

    assertThat(made).hasValue(2);
    assertOurs(folder);
  }

  @Test
  void aMissingListOfContentsCausesARebuild() throws IOException {
    Files.delete(make().resolve("contents"));

    make();

    assertThat(made).hasValue(2);
  }

  @Test
  void aFailureLeavesNoIncompleteFolder() throws IOException {
    UserFolder user = open();

    assertThatThrownBy(() -> user.whole(NAME, folder -> {
          Files.writeString(folder.resolve("half"), "ours");
          throw new IOException("no space");
        }))
        .hasMessage("no space");

    assertThat(user.path().resolve(NAME)).doesNotExist();
    assertNothingUnfinished();
    assertOurs(make());
  }

  @Test
  void anotherProcessIsAwaitedAndItsFolderUsed() throws Exception {
    Process other = fork();
    CompletableFuture<Path> waiting = CompletableFuture.supplyAsync(this::make);

    other.getOutputStream().close();

    Path folder = waiting.get(SOON_SECONDS, TimeUnit.SECONDS);
    assertThat(made).hasValue(0);
    assertThat(folder.resolve("other half")).hasContent("theirs");
  }

  @Test
  void theRestsOfAKilledProcessAreReplaced() throws Exception {
    Process other = fork();
    CompletableFuture<Path> waiting = CompletableFuture.supplyAsync(this::make);

    other.destroyForcibly();

    assertOurs(waiting.get(SOON_SECONDS, TimeUnit.SECONDS));
    assertThat(made).hasValue(1);
    assertNothingUnfinished();
  }

  @Test
  void threadsOfOneProcessWaitForEachOther() throws Exception {
    var one = CompletableFuture.supplyAsync(this::make);
    var two = CompletableFuture.supplyAsync(this::make);

    assertOurs(one.get(SOON_SECONDS, TimeUnit.SECONDS));
    assertOurs(two.get(SOON_SECONDS, TimeUnit.SECONDS));
    assertThat(made).hasValue(1);
  }

  private UserFolder open() throws IOException {
    return UserFolder.open(parent, "test", "");
  }

  private Path make() {
    try {
      return open().whole(NAME, folder -> {
        made.incrementAndGet();
        Files.writeString(folder.resolve("half"), "ours");
        Path below = Files.createDirectory(folder.resolve("below"));
        Files.writeString(below.resolve("other half"), "ours");
      });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertOurs(Path folder) {
    assertThat(folder.resolve("half")).hasContent("ours");
    assertThat(folder.resolve("below").resolve("other half")).hasContent("ours");
  }

  private void assertNothingUnfinished() throws IOException {
    try (Stream<Path> left = Files.list(open().path())) {
      assertThat(left.map(path -> path.getFileName().toString())).isSubsetOf("lock", NAME);
    }
  }

  /** Starts another process that is about to create the folder and has completed half of it. */
  private Process fork() throws IOException {
    Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            FolderMakerMain.class.getName(),
            parent.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    assertThat(process.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("begun");
    return process;
  }
}
