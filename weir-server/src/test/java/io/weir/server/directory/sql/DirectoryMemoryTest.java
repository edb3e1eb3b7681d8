// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.Directory;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.NamespaceEntry;
import io.weir.server.directory.TenantStore.OverrideRequest;
import io.weir.server.directory.Workspace;
import io.weir.server.directory.budget.DirectoryBudget;
import io.weir.server.directory.budget.DirectoryUsage.EntryKind;
import io.weir.server.directory.table.NamespaceQueries;
import io.weir.server.directory.table.OverrideQueries;
import io.weir.server.directory.table.WorkspaceQueries;
import io.weir.testkit.servers.Eventually;
import io.weir.time.NanoClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a store that contains more than a server has memory for, most of it in one workspace. */
@Timeout(120)
class DirectoryMemoryTest {
  private static final String GREEDY = "ws_greedy";
  private static final String HONEST = "ws_honest";
  private static final int MANY = 400;
  private static final int FEW = 30;

  @TempDir
  private Path folder = Path.of("");

  private TenantDatabase tenantDatabase;

  /** A quarter of what everything takes. */
  private final Directory directory = new Directory(new DirectoryBudget(200_000));

  @BeforeEach
  void fill() {
    tenantDatabase = TenantDatabase.embedded(folder);
    tenantDatabase.change("a test", (directorySession, revision) -> {
      for (String id : List.of(GREEDY, HONEST)) {
        WorkspaceQueries.add(
            directorySession, new Workspace(id, id, true, Workspace.UNLIMITED, revision));
      }
      return revision;
    });
    add(GREEDY, "overrides", MANY);
    add(HONEST, "overrides", FEW);
  }

  private void addNamespaces(int namespaces) {
    tenantDatabase.change("a test", (directorySession, revision) -> {
      for (int i = 0; i < namespaces; i++) {
        NamespaceQueries.add(
            directorySession, Namespace.unsaved(GREEDY, "n".repeat(500) + i), revision);
      }
      return revision;
    });
  }

  @AfterEach
  void close() {
    if (tenantDatabase != null) {
      tenantDatabase.close();
    }
  }

  private static String identifier(String workspaceId, int i) {
    String text = workspaceId.equals(GREEDY) ? "\uD83D\uDE00".repeat(400) : "user";
    return (i % 40 == 0 ? "*" : "") + text + i;
  }

  private void add(String workspaceId, String name, int count) {
    Namespace namespace = Namespace.unsaved(workspaceId, name);
    tenantDatabase.change("a test", (directorySession, revision) -> {
      NamespaceQueries.add(directorySession, namespace, revision);
      for (int i = 0; i < count; i++) {
        OverrideQueries.set(
            directorySession,
            new OverrideRequest(namespace.id(), identifier(workspaceId, i), i, 60_000),
            revision);
      }
      return revision;
    });
  }

  private SqlTenantStore start() {
    SqlTenantStore registry = new SqlTenantStore(tenantDatabase, directory, NanoClock.system());
    registry.start();
    Eventually.await(registry.sync().loaded());
    return registry;
  }

  private long inMemory(String workspaceId) {
    NamespaceEntry entry = directory.apply(Namespace.unsaved(workspaceId, "overrides"));
    return IntStream.range(0, MANY)
        .mapToObj(i -> entry.override(identifier(workspaceId, i)))
        .filter(found -> found != null)
        .count();
  }

  @Test
  void overridesBeyondTheMemoryAreLeftOut() {
    addNamespaces(30);
    try (SqlTenantStore registry = start()) {
      assertThat(directory.budget().usedBytes()).isBetween(1L, 200_000L);
      assertThat(directory.budget().leftOut(EntryKind.OVERRIDE)).isPositive();
      assertThat(directory.budget().of(GREEDY).usedBytes()).isLessThanOrEqualTo(100_000);
      assertThat(inMemory(HONEST)).isEqualTo(FEW);
      assertThat(inMemory(GREEDY)).isBetween(1L, MANY - 1L);
      assertThat(registry.sync().isPolling()).isTrue();
    }
  }

  @Test
  void namespacesLeftOutAreFoundWithoutOverrides() {
    addNamespaces(MANY);
    try (SqlTenantStore registry = start()) {
      assertThat(directory.budget().leftOut(EntryKind.NAMESPACE)).isPositive();
      assertThat(inMemory(HONEST)).isEqualTo(FEW);

      String last = "n".repeat(500) + (MANY - 1);
      assertThat(Eventually.await(registry.findNamespace(GREEDY, last))).isPresent();
      assertThat(directory.apply(Namespace.unsaved(GREEDY, last)).override("*")).isNull();
      assertThat(directory.budget().of(GREEDY).usedBytes()).isLessThanOrEqualTo(100_000);
    }
  }

  @Test
  void entriesLeftOutCanBeListedAndDeleted() {
    String namespaceId = Namespace.unsaved(GREEDY, "overrides").id();
    try (SqlTenantStore registry = start()) {
      List<LimitOverride> listed =
          Eventually.await(registry.listOverrides(namespaceId, "", MANY + 1));
      assertThat(listed).hasSize(MANY);

      List<String> leftOut = new ArrayList<>(listed.stream()
          .map(LimitOverride::identifier)
          .filter(each ->
              directory.apply(Namespace.unsaved(GREEDY, "overrides")).override(each) == null)
          .toList());
      assertThat(leftOut).isNotEmpty();
      assertThat(Eventually.await(registry.deleteOverride(namespaceId, leftOut.get(0))))
          .isTrue();
      assertThat(Eventually.await(registry.listOverrides(namespaceId, "", MANY + 1)))
          .hasSize(MANY - 1);
    }
  }

  @Test
  void deletedEntriesMakeRoom() {
    String namespaceId = Namespace.unsaved(GREEDY, "overrides").id();
    try (SqlTenantStore registry = start()) {
      NamespaceEntry entry = directory.apply(Namespace.unsaved(GREEDY, "overrides"));
      long before = directory.budget().leftOut(EntryKind.OVERRIDE);
      tenantDatabase.change("a test", (directorySession, revision) -> {
        for (int i = 0; i < MANY; i++) {
          if (entry.override(identifier(GREEDY, i)) != null) {
            OverrideQueries.delete(
                new LimitOverride("", namespaceId, identifier(GREEDY, i), 0, 0, false, 0),
                directorySession,
                revision);
          }
        }
        return revision;
      });

      Eventually.until(
          "others are read", () -> directory.budget().leftOut(EntryKind.OVERRIDE) < before);
      assertThat(registry.sync().isPolling()).isTrue();
    }
  }

  @Test
  void otherWorkspacesCanStillSetOverrides() {
    try (SqlTenantStore registry = start()) {
      NamespaceEntry greedy = directory.apply(Namespace.unsaved(GREEDY, "overrides"));
      NamespaceEntry honest = directory.apply(Namespace.unsaved(HONEST, "overrides"));

      assertThat(greedy.hasMemoryFor("u".repeat(512))).isFalse();
      assertThat(directory.hasMemoryFor(GREEDY, "n".repeat(512))).isFalse();
      assertThat(honest.hasMemoryFor("u".repeat(512))).isTrue();
      assertThat(directory.hasMemoryFor(HONEST, "n".repeat(512))).isTrue();
      assertThat(registry.sync().isPolling()).isTrue();
    }
  }
}
