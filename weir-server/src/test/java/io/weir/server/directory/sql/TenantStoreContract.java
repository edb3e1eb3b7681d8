// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.Directory;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.TenantStore.OverrideRequest;
import io.weir.server.directory.table.NamespaceQueries;
import io.weir.testkit.servers.Eventually;
import io.weir.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of tenant stores: what every kind of database must do for two servers that share it. */
@Timeout(120)
abstract class TenantStoreContract {
  private static final String WS = "ws_one";

  /** One server's directory and store. */
  record Server(Directory directory, SqlTenantStore registry) {
    static Server start(TenantDatabase tenantDatabase) {
      Directory directory = new Directory();
      SqlTenantStore registry = new SqlTenantStore(tenantDatabase, directory, NanoClock.system());
      registry.start();
      Eventually.await(registry.sync().loaded());
      return new Server(directory, registry);
    }
  }

  private TenantDatabase store;
  private Server here;
  private Server there;

  /** Opens another connection to the same database. */
  abstract TenantDatabase open();

  @BeforeEach
  void startTwo() {
    store = open();
    here = Server.start(store);
    there = Server.start(store);
  }

  @AfterEach
  void stop() {
    if (store != null) {
      here.registry().close();
      there.registry().close();
      store.close();
    }
  }

  private Namespace create(String name) {
    return Eventually.await(here.registry().createNamespace(WS, name));
  }

  private LimitOverride set(Namespace namespace, String identifier, long limit) {
    return Eventually.await(here.registry()
        .setOverride(new OverrideRequest(namespace.id(), identifier, limit, 60_000)));
  }

  static Stream<String> names() {
    return Stream.of(
        "plain",
        " leading and trailing ",
        "\u0000nul\nline\r\tand \\u0041 \\ backslash",
        "100%_of\u007f'\"`;--",
        "caf\u00e9",
        "\ud83d\ude00".repeat(512),
        "\u0000".repeat(512),
        "\u00df\u5b57".repeat(256));
  }

  @ParameterizedTest
  @MethodSource("names")
  void anyNameComesBackUnchanged(String name) {
    Namespace created = create(name);
    LimitOverride override = set(created, name, 7);

    assertThat(created).isEqualTo(Namespace.unsaved(WS, name).at(created.revision()));
    assertThat(Eventually.await(there.registry().findNamespace(WS, name))).contains(created);
    assertThat(Eventually.await(there.registry().findNamespace(WS, created.id())))
        .contains(created);
    assertThat(Eventually.await(there.registry().listOverrides(created.id(), "", 10)))
        .containsExactly(override);
    assertThat(override.identifier()).isEqualTo(name);
  }

  @Test
  void similarNamesAreDifferent() {
    List<String> alike =
        List.of("a", "A", "a ", " a", "\u00e1", "a\u0301", "a\u0000", "\uff41", "ss", "\u00df");
    List<Namespace> created = alike.stream().map(this::create).toList();
    Namespace home = created.get(0);
    List<LimitOverride> overrides = IntStream.range(0, alike.size())
        .mapToObj(i -> set(home, alike.get(i), i))
        .toList();

    assertThat(created).extracting(Namespace::id).doesNotHaveDuplicates();
    assertThat(overrides).extracting(LimitOverride::id).doesNotHaveDuplicates();
    for (int i = 0; i < alike.size(); i++) {
      assertThat(Eventually.await(there.registry().findNamespace(WS, alike.get(i))))
          .contains(created.get(i));
      assertThat(here.directory().apply(home).override(alike.get(i))).isEqualTo(overrides.get(i));
    }
  }

  @Test
  void anOverrideKeepsItsId() {
    Namespace namespace = create("n");

    LimitOverride first = set(namespace, "alice", 5);
    LimitOverride second = set(namespace, "alice", 0);
    assertThat(second.id()).isEqualTo(first.id()).matches("rlor_[0-9A-Za-z]{9,}");
    assertThat(second.revision()).isGreaterThan(first.revision());
    assertThat(here.directory().apply(namespace).override("alice")).isEqualTo(second);

    assertThat(delete(namespace, "alice")).isTrue();
    assertThat(here.directory().apply(namespace).override("alice")).isNull();
    assertThat(delete(namespace, "alice")).isFalse();
    assertThat(delete(namespace, "bob")).isFalse();
    assertThat(Eventually.await(here.registry().listOverrides(namespace.id(), "", 10)))
        .isEmpty();

    LimitOverride revived = set(namespace, "alice", 9);
    assertThat(revived.id()).isEqualTo(first.id());
    assertThat(Eventually.await(here.registry().listOverrides(namespace.id(), "", 10)))
        .containsExactly(revived);
  }

  private boolean delete(Namespace namespace, String identifier) {
    return Eventually.await(here.registry().deleteOverride(namespace.id(), identifier));
  }

  @Test
  void pagesAreCompleteAndOrderedById() {
    Namespace namespace = create("n");
    set(create("other"), "stranger", 1);
    List<String> ids = IntStream.range(0, 25)
        .mapToObj(i -> set(namespace, "user" + i, i).id())
        .sorted()
        .toList();

    List<String> seen = new ArrayList<>();
    String from = "";
    while (true) {
      List<LimitOverride> page =
          Eventually.await(there.registry().listOverrides(namespace.id(), from, 11));
      page.stream().limit(10).map(LimitOverride::id).forEach(seen::add);
      if (page.size() < 11) {
        break;
      }
      from = page.get(10).id();
    }

    assertThat(seen).isEqualTo(ids);
  }

  @Test
  void serversSeeEachOthersChanges() {
    Namespace namespace = create("n");
    set(namespace, "alice", 5);
    Eventually.until("set there", () -> {
      LimitOverride seen = there.directory().apply(namespace).override("alice");
      return seen != null && seen.limit() == 5;
    });

    assertThat(delete(namespace, "alice")).isTrue();

    Eventually.until(
        "deleted there", () -> there.directory().apply(namespace).override("alice") == null);
  }

  @Test
  void concurrentCreationsMakeOneNamespace() {
    List<CompletionStage<Namespace>> racing = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      racing.add((i % 2 == 0 ? here : there).registry().createNamespace(WS, "n"));
    }

    assertThat(racing.stream().map(Eventually::await).distinct()).hasSize(1);
    assertThat(store.<List<Namespace>>read("a test", s -> NamespaceQueries.list(s, WS, "", 10)))
        .hasSize(1);
  }

  @Test
  void aDeletedNamespaceStaysDeleted() {
    Namespace namespace = create("n");
    set(namespace, "alice", 5);
    boolean deleted = store.change(
        "a test", (s, revision) -> NamespaceQueries.delete(s, namespace.id(), revision));
    assertThat(deleted).isTrue();

    there.registry().saveLater(Namespace.unsaved(WS, "n"));
    there.registry().saveLater(Namespace.unsaved(WS, "late"));

    assertThat(create("n").deleted()).isTrue();
    Eventually.until(
        "saved later",
        () -> Eventually.await(here.registry().findNamespace(WS, "late")).isPresent());
    assertThat(Eventually.await(here.registry().listOverrides(namespace.id(), "", 10)))
        .isEmpty();
    Eventually.until(
        "gone there", () -> there.directory().apply(namespace).override("alice") == null);
  }

  @Test
  void aLateServerReadsEverything() {
    int many = 2_500;
    store.change("a test", (directorySession, revision) -> {
      for (int i = 0; i < many; i++) {
        NamespaceQueries.add(directorySession, Namespace.unsaved(WS, "n" + i), revision);
      }
      return many;
    });

    Server late = Server.start(store);

    assertThat(IntStream.range(0, many)
            .filter(i -> late.directory()
                    .apply(Namespace.unsaved(WS, "n" + i))
                    .namespace()
                    .revision()
                == Namespace.UNSAVED))
        .isEmpty();
    late.registry().close();
  }

  @Test
  void pollingMissesNoConcurrentChange() {
    Server watching = Server.start(store);
    List<Namespace> created = new ArrayList<>();
    for (int wave = 0; wave < 10; wave++) { // few enough at once for the timeout of a change
      List<CompletionStage<Namespace>> racing = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        Server creator = i % 2 == 0 ? here : there;
        racing.add(creator.registry().createNamespace(WS, "n" + wave + "-" + i));
      }
      racing.stream().map(Eventually::await).forEach(created::add);
    }

    assertThat(created).extracting(Namespace::revision).doesNotHaveDuplicates();
    Eventually.until(
        "everything was seen",
        () -> created.stream()
            .allMatch(each -> watching
                .directory()
                .apply(Namespace.unsaved(WS, each.name()))
                .namespace()
                .equals(each)));
    watching.registry().close();
  }

  @Test
  void committedDataSurvivesAReopening() {
    Namespace namespace = create("n");
    LimitOverride override = set(namespace, "alice", 5);
    stop();

    startTwo();

    assertThat(here.directory().apply(namespace).override("alice")).isEqualTo(override);
    assertThat(create("n")).isEqualTo(namespace);
  }
}
