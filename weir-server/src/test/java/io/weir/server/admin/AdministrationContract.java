// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.WhenDegraded;
import io.weir.server.admin.Administration.KeyWish;
import io.weir.server.admin.Administration.Minted;
import io.weir.server.admin.Administration.Refused;
import io.weir.server.api.access.Permissions;
import io.weir.server.directory.Directory;
import io.weir.server.directory.KeyHash;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.Tenant;
import io.weir.server.directory.Workspace;
import io.weir.server.directory.sql.SqlRegistry;
import io.weir.server.directory.sql.Store;
import io.weir.testkit.servers.Eventually;
import io.weir.time.NanoClock;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators can do, on every kind of database. */
@Timeout(120)
abstract class AdministrationContract {
  private static final Set<String> LIMIT = Set.of("ratelimit.*.limit");

  private final Directory directory = new Directory();
  private Store store;
  private Administration administration;
  private SqlRegistry registry;

  abstract Store open();

  @BeforeEach
  void start() {
    store = open();
    administration = new Administration(store, new SecureRandom());
    registry = new SqlRegistry(store, directory, NanoClock.system());
    registry.start();
  }

  @AfterEach
  void stop() {
    if (store != null) {
      registry.close();
      store.close();
    }
  }

  private KeyWish wish(String workspace) {
    return new KeyWish(workspace, "for\ttests \ud83d\ude00", LIMIT, RootKey.NEVER);
  }

  @Test
  @DisplayName(
      "a key is let in by its hash alone, and servers hear when it is disabled, enabled and revoked")
  void serversHearOfKeys() {
    Minted minted = administration.createKey(wish(Administration.WORKSPACE));
    KeyHash hash = KeyHash.of(minted.plain());

    assertThat(minted.plain()).matches("weir_[0-9A-Za-z]{22}");
    assertThat(minted.key().id()).matches("key_[0-9A-Za-z]{9,}");
    assertThat(minted.toString()).doesNotContain(minted.plain());
    assertThat(administration.keys()).containsExactly(minted.key());
    Eventually.until("known", () -> minted.key().equals(directory.key(hash)));

    administration.setKeyEnabled(minted.key().id(), false);
    Eventually.until("disabled", () -> {
      RootKey known = directory.key(hash);
      return known != null && !known.enabled() && !known.deleted();
    });
    administration.setKeyEnabled(minted.key().id(), true);
    administration.revokeKey(minted.key().id());
    Eventually.until("revoked", () -> {
      RootKey known = directory.key(hash);
      return known != null && known.deleted();
    });
    assertThatThrownBy(() -> administration.setKeyEnabled(minted.key().id(), true))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("can't be undone");
  }

  @Test
  @DisplayName("servers hear of a workspace's quota and whether it is let in")
  void serversHearOfWorkspaces() {
    Workspace made = administration.createWorkspace("acme", 7);

    assertThat(made.id()).matches("ws_[0-9A-Za-z]{9,}");
    assertThat(administration.setQuota("acme", 0).quota()).isZero();
    assertThat(administration.setWorkspaceEnabled(made.id(), false).enabled()).isFalse();
    Workspace expected = new Workspace(made.id(), "acme", false, 0, 3);
    assertThat(administration.workspaces()).containsExactly(expected);
    Eventually.until("known", () -> {
      Tenant tenant = directory.tenant(made.id());
      return tenant != null && tenant.workspace().equals(expected);
    });
  }

  @Test
  @DisplayName("names of workspaces that only look alike are different, equal ones are refused")
  void workspacesAreNamedOnce() {
    Stream.of("acme", "Acme", "acme ", "acm\u00e9")
        .forEach(name -> administration.createWorkspace(name, Workspace.UNLIMITED));

    assertThat(administration.workspaces()).hasSize(4);
    assertThatThrownBy(() -> administration.createWorkspace("acme", Workspace.UNLIMITED))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("\"acme\" already");
  }

  @Test
  @DisplayName("a key can't be made in a workspace that is not there")
  void aMissingWorkspaceIsRefused() {
    assertThatThrownBy(() -> administration.createKey(wish("nobody")))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("the workspace \"nobody\" does not exist");

    assertThat(administration.keys()).isEmpty();
  }

  @Test
  @DisplayName("of many servers that start at once on an empty database one makes a key")
  void oneMakesTheFirstKey() {
    int servers = 4;
    CountDownLatch ready = new CountDownLatch(servers);
    ExecutorService threads = Executors.newFixedThreadPool(servers);
    try {
      List<CompletableFuture<Optional<Minted>>> starting = Stream.generate(
              () -> CompletableFuture.supplyAsync(() -> firstStart(ready), threads))
          .limit(servers)
          .toList();

      List<Minted> minted =
          starting.stream().map(Eventually::answer).flatMap(Optional::stream).toList();

      assertThat(minted).hasSize(1);
      assertThat(administration.keys()).containsExactly(minted.get(0).key());
      assertThat(minted.get(0).key().permissions()).isEqualTo(Permissions.usual());
      assertThat(administration.workspaces())
          .extracting(Workspace::name)
          .containsExactly("default");
    } finally {
      threads.shutdown();
    }
  }

  private Optional<Minted> firstStart(CountDownLatch ready) {
    try {
      ready.countDown();
      ready.await();
      return administration.firstStart();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName("a preset key is made once, and one that was revoked stays so")
  void aPresetKeyIsMadeOnce() {
    RootKey key = administration.ensureRootKey("my-own-key");

    assertThat(administration.ensureRootKey("my-own-key")).isEqualTo(key);
    assertThat(administration.firstStart()).isEmpty();
    assertThat(key.hash()).isEqualTo(KeyHash.of("my-own-key"));
    assertThat(key.permissions()).hasSize(5).contains("ratelimit.*.create_namespace");

    administration.revokeKey(key.id());
    assertThatThrownBy(() -> administration.ensureRootKey("my-own-key"))
        .isInstanceOf(Refused.class)
        .hasMessageContaining(key.id())
        .hasMessageContaining("revoked")
        .hasMessageNotContaining("my-own-key");
  }

  @Test
  @DisplayName("the settings of a namespace are kept, each for itself")
  void settingsAreKept() {
    Workspace workspace = administration.createWorkspace("acme", Workspace.UNLIMITED);
    Namespace made = Eventually.answer(registry.createNamespace(workspace.id(), "logins"));
    assertThat(made.exactWindow()).isFalse();

    administration.setWhenDegraded("acme", "logins", WhenDegraded.SHARE);
    Namespace exact = administration.setExactWindow("acme", made.id(), true);

    assertThat(exact.exactWindow()).isTrue();
    assertThat(exact.whenDegraded()).isEqualTo(WhenDegraded.SHARE);
    assertThat(exact.revision()).isGreaterThan(made.revision());
    assertThat(administration.namespaces("acme")).containsExactly(exact);
    assertThat(Eventually.answer(registry.findNamespace(workspace.id(), "logins")))
        .contains(exact);
    assertThat(administration.setExactWindow("acme", "logins", false).exactWindow())
        .isFalse();
    administration.deleteNamespace("acme", "logins");
    assertThatThrownBy(() -> administration.setExactWindow("acme", "logins", true))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("is deleted");
  }

  @Test
  @DisplayName("a deleted namespace is listed as such, and can't be deleted twice")
  void namespacesAreDeletedOnce() {
    Workspace workspace = administration.createWorkspace("acme", Workspace.UNLIMITED);
    Namespace namespace = Eventually.answer(registry.createNamespace(workspace.id(), "emails"));

    Namespace deleted = administration.deleteNamespace("acme", "emails");

    assertThat(deleted.id()).isEqualTo(namespace.id());
    assertThat(administration.namespaces("acme")).containsExactly(deleted);
    assertThatThrownBy(() -> administration.deleteNamespace("acme", namespace.id()))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("already deleted");
    assertThatThrownBy(() -> administration.deleteNamespace("acme", "e-mails"))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("the namespace \"e-mails\" does not exist");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "ratelimit.*",
        "ratelimit.*.fly",
        "ratelimit.emails.limit",
        "ratelimit.rlns_.limit",
        "ratelimit.*.limit ",
        "RATELIMIT.*.limit",
        "ratelimit.rlns_a.b.limit"
      })
  @DisplayName("a permission that nobody asks for is refused, with what there is")
  void wrongPermissionsAreRefused(String wrong) {
    assertThatThrownBy(() -> new KeyWish("default", "", Set.of(wrong), RootKey.NEVER))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining('"' + wrong + '"')
        .hasMessageContaining("limit, create_namespace, set_override");
  }
}
