// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.WhenDegraded;
import io.weir.server.directory.Directory;
import io.weir.server.directory.KeyHash;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.RootKey.KeyGrant;
import io.weir.server.directory.RootKey.KeyStatus;
import io.weir.server.directory.Workspace;
import io.weir.server.directory.table.StorePosition;
import io.weir.testkit.servers.Eventually;
import io.weir.time.ManualClock;
import io.weir.time.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirectorySnapshotTest {
  private static final String DATABASE = "jdbc:mariadb://db/weir";
  private static final StorePosition POSITION = new StorePosition("store", 7);

  private final Directory directory = new Directory();
  private final ManualClock clock = new ManualClock(1_700_000_000_000L);

  @TempDir
  private Path folder = Path.of("");

  @BeforeEach
  void fill() {
    directory.apply(new Workspace("ws_1", "shop \uD800 \u0000", true, 600, 1));
    directory.apply(key("good", false, 2));
    directory.apply(key("revoked", true, 3));
    directory.apply(key("unsaved", false, RootKey.UNSAVED));
    Namespace login = new Namespace("rlns_1", "ws_1", "login", WhenDegraded.CLOSED, true, false, 4);
    directory.apply(login);
    directory.apply(new Namespace("rlns_2", "ws_1", "gone", null, false, true, 5));
    directory.apply(Namespace.unsaved("ws_1", "unsaved"));
    directory.apply(new LimitOverride("rlor_1", "rlns_1", "ann", 5, 60_000, false, 6));
    directory.apply(new LimitOverride("rlor_2", "rlns_1", "bob", 6, 60_000, true, 7));
  }

  private static RootKey key(String plain, boolean deleted, long revision) {
    return new RootKey(
        "key_" + plain,
        "ws_1",
        KeyHash.of(plain),
        plain,
        new KeyGrant(Set.of("ratelimit.*.limit", "ratelimit.*.set_override"), RootKey.NEVER),
        KeyStatus.of(true, deleted),
        revision);
  }

  private SnapshotWriter writer(String database) {
    return new SnapshotWriter(
        new SnapshotWriter.SnapshotTarget(folder, database), directory, clock, NanoClock.system());
  }

  private Path file() {
    return folder.resolve(SnapshotFile.NAME);
  }

  private void write() {
    try (SnapshotWriter writer = writer(DATABASE)) {
      writer.onDirectoryRead(POSITION);
      Eventually.until("written", () -> Files.exists(file()));
    }
  }

  @Test
  void holdsTheDirectoryForItsOwnerOnly() throws IOException {
    write();

    DirectorySnapshot found = writer(DATABASE).load().orElseThrow();
    assertThat(found.position()).isEqualTo(POSITION);
    assertThat(found.asOfMillis()).isEqualTo(1_700_000_000_000L);
    assertThat(found.newest()).isEqualTo(6);
    assertThat(found.contents().keys())
        .containsExactlyInAnyOrder(key("good", false, 2), key("revoked", true, 3));
    assertThat(found.contents().workspaces())
        .containsExactly(new Workspace("ws_1", "shop \uD800 \u0000", true, 600, 1));
    assertThat(found.contents().namespaces())
        .containsExactlyInAnyOrder(
            new Namespace("rlns_1", "ws_1", "login", WhenDegraded.CLOSED, true, false, 4),
            new Namespace("rlns_2", "ws_1", "gone", null, false, true, 5));
    assertThat(found.contents().overrides())
        .containsExactly(new LimitOverride("rlor_1", "rlns_1", "ann", 5, 60_000, false, 6));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(folder.toFile().list()).containsExactly(SnapshotFile.NAME);
  }

  @Test
  void aDamagedSnapshotIsMovedAside() throws IOException {
    write();
    byte[] good = Files.readAllBytes(file());

    for (int i = 0; i < good.length; i++) {
      byte[] bad = good.clone();
      bad[i] ^= 1;
      Files.write(file(), bad);
      assertThat(writer(DATABASE).load()).as("byte %s", i).isEmpty();
      assertThat(file()).doesNotExist();

      Files.write(file(), Arrays.copyOf(good, i));
      assertThat(writer(DATABASE).load()).as("length %s", i).isEmpty();
    }
    assertThat(folder.resolve(SnapshotFile.UNREADABLE_SUFFIX)).exists();

    Files.write(file(), good);
    assertThat(writer(DATABASE).load()).isPresent();
  }

  @Test
  void aSnapshotOfAnotherDatabaseIsNotUsed() {
    write();

    assertThat(writer("jdbc:mariadb://other/weir").load()).isEmpty();
    assertThat(file()).exists();
  }

  @Test
  void onlyChangesAreWritten() {
    try (SnapshotWriter writer = writer(DATABASE)) {
      writer.onDirectoryRead(POSITION);
      Eventually.until("written", () -> Files.exists(file()));
      directory.apply(key("good", true, 8));
      clock.advance(Duration.ofSeconds(1));
      writer.onDirectoryRead(POSITION);
      assertThat(loaded().asOfMillis()).isEqualTo(1_700_000_000_000L);

      writer.onDirectoryRead(new StorePosition("store", 8));
      Eventually.until("written again", () -> loaded().position().revision() == 8);

      assertThat(loaded().asOfMillis()).isEqualTo(1_700_000_001_000L);
      assertThat(loaded().contents().keys()).contains(key("good", true, 8));
    }
  }

  private DirectorySnapshot loaded() {
    return writer(DATABASE).load().orElseThrow();
  }

  @Test
  void closeWritesPendingChanges() {
    try (SnapshotWriter writer = writer(DATABASE)) {
      writer.onDirectoryRead(POSITION);
      Eventually.until("written", () -> Files.exists(file()));
      writer.onDirectoryRead(new StorePosition("store", 9));
    }

    assertThat(loaded().position().revision()).isEqualTo(9);
  }
}
