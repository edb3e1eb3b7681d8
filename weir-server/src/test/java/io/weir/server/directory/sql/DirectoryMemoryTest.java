// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.Directory;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.NamespaceEntry;
import io.weir.server.directory.Registry.Wish;
import io.weir.server.directory.Workspace;
import io.weir.server.directory.budget.DirectoryBudget;
import io.weir.server.directory.budget.DirectoryUsage.Kind;
import io.weir.server.directory.table.Namespaces;
import io.weir.server.directory.table.Overrides;
import io.weir.server.directory.table.Workspaces;
import io.weir.testkit.servers.Eventually;
import io.weir.time.NanoClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store in which there is more than a server has memory for, most of it of one workspace. */
@Timeout(120)
class DirectoryMemoryTest {
  private static final String GREEDY = "ws_greedy";
  private static final String HONEST = "ws_honest";
  private static final int MANY = 400;
  private static final int FEW = 30;

  @TempDir
  private Path folder = Path.of("");

  private Store store;

  /** A quarter of what everything takes. */
  private final Directory directory = new Directory(new DirectoryBudget(200_000));

  @BeforeEach
  void fill() {
    store = Store.embedded(folder);
    store.change("a test", (session, revision) -> {
      for (String id : List.of(GREEDY, HONEST)) {
        Workspaces.add(session, new Workspace(id, id, true, Workspace.UNLIMITED, revision));
      }
      return revision;
    });
    add(GREEDY, "overrides", MANY);
    add(HONEST, "overrides", FEW);
  }

  private void addNamespaces(int namespaces) {
    store.change("a test", (session, revision) -> {
      for (int i = 0; i < namespaces; i++) {
        Namespaces.add(session, Namespace.unsaved(GREEDY, "n".repeat(500) + i), revision);
      }
      return revision;
    });
  }

  @AfterEach
  void close() {
    if (store != null) {
      store.close();
    }
  }

  private static String identifier(String workspaceId, int i) {
    String text = workspaceId.equals(GREEDY) ? "\uD83D\uDE00".repeat(400) : "user";
    return (i % 40 == 0 ? "*" : "") + text + i;
  }

  private void add(String workspaceId, String name, int count) {
    Namespace namespace = Namespace.unsaved(workspaceId, name);
    store.change("a test", (session, revision) -> {
      Namespaces.add(session, namespace, revision);
      for (int i = 0; i < count; i++) {
        Overrides.set(
            session, new Wish(namespace.id(), identifier(workspaceId, i), i, 60_000), revision);
      }
      return revision;
    });
  }

  private SqlRegistry start() {
    SqlRegistry registry = new SqlRegistry(store, directory, NanoClock.system());
    registry.start();
    Eventually.answer(registry.replica().loaded());
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
  @DisplayName(
      "is read as far as memory allows: all of an honest workspace, and a part of the greedy one")
  void theSurplusIsLeftOut() {
    addNamespaces(30);
    try (SqlRegistry registry = start()) {
      assertThat(directory.budget().usedBytes()).isBetween(1L, 200_000L);
      assertThat(directory.budget().leftOut(Kind.OVERRIDE)).isPositive();
      assertThat(directory.budget().of(GREEDY).usedBytes()).isLessThanOrEqualTo(100_000);
      assertThat(inMemory(HONEST)).isEqualTo(FEW);
      assertThat(inMemory(GREEDY)).isBetween(1L, MANY - 1L);
      assertThat(registry.replica().isWorking()).isTrue();
    }
  }

  @Test
  @DisplayName(
      "may consist of namespaces: those that are left out can be found, and have no overrides")
  void namespacesAreLeftOut() {
    addNamespaces(MANY);
    try (SqlRegistry registry = start()) {
      assertThat(directory.budget().leftOut(Kind.NAMESPACE)).isPositive();
      assertThat(inMemory(HONEST)).isEqualTo(FEW);

      String last = "n".repeat(500) + (MANY - 1);
      assertThat(Eventually.answer(registry.findNamespace(GREEDY, last))).isPresent();
      assertThat(directory.apply(Namespace.unsaved(GREEDY, last)).override("*")).isNull();
      assertThat(directory.budget().of(GREEDY).usedBytes()).isLessThanOrEqualTo(100_000);
    }
  }

  @Test
  @DisplayName("keeps everything, and what was left out can be listed and deleted")
  void nothingIsLost() {
    String namespaceId = Namespace.unsaved(GREEDY, "overrides").id();
    try (SqlRegistry registry = start()) {
      List<LimitOverride> listed =
          Eventually.answer(registry.listOverrides(namespaceId, "", MANY + 1));
      assertThat(listed).hasSize(MANY);

      List<String> leftOut = new ArrayList<>(listed.stream()
          .map(LimitOverride::identifier)
          .filter(each ->
              directory.apply(Namespace.unsaved(GREEDY, "overrides")).override(each) == null)
          .toList());
      assertThat(leftOut).isNotEmpty();
      assertThat(Eventually.answer(registry.deleteOverride(namespaceId, leftOut.get(0))))
          .isTrue();
      assertThat(Eventually.answer(registry.listOverrides(namespaceId, "", MANY + 1)))
          .hasSize(MANY - 1);
    }
  }

  @Test
  @DisplayName("takes the place of what is deleted")
  void freedRoomIsUsed() {
    String namespaceId = Namespace.unsaved(GREEDY, "overrides").id();
    try (SqlRegistry registry = start()) {
      NamespaceEntry entry = directory.apply(Namespace.unsaved(GREEDY, "overrides"));
      long before = directory.budget().leftOut(Kind.OVERRIDE);
      store.change("a test", (session, revision) -> {
        for (int i = 0; i < MANY; i++) {
          if (entry.override(identifier(GREEDY, i)) != null) {
            Overrides.delete(
                new LimitOverride("", namespaceId, identifier(GREEDY, i), 0, 0, false, 0),
                session,
                revision);
          }
        }
        return revision;
      });

      Eventually.until("others are read", () -> directory.budget().leftOut(Kind.OVERRIDE) < before);
      assertThat(registry.replica().isWorking()).isTrue();
    }
  }

  @Test
  @DisplayName(
      "does not keep another workspace from setting something, while the greedy one is refused")
  void othersGoOn() {
    try (SqlRegistry registry = start()) {
      NamespaceEntry greedy = directory.apply(Namespace.unsaved(GREEDY, "overrides"));
      NamespaceEntry honest = directory.apply(Namespace.unsaved(HONEST, "overrides"));

      assertThat(greedy.hasMemoryFor("u".repeat(512))).isFalse();
      assertThat(directory.hasMemoryFor(GREEDY, "n".repeat(512))).isFalse();
      assertThat(honest.hasMemoryFor("u".repeat(512))).isTrue();
      assertThat(directory.hasMemoryFor(HONEST, "n".repeat(512))).isTrue();
      assertThat(registry.replica().isWorking()).isTrue();
    }
  }
}
