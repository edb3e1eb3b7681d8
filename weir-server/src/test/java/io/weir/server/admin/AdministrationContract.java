// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.WhenDegraded;
import io.weir.server.admin.Administration.AdminRefusal;
import io.weir.server.admin.Administration.CreatedKey;
import io.weir.server.admin.Administration.KeyRequest;
import io.weir.server.api.access.Permissions;
import io.weir.server.directory.Directory;
import io.weir.server.directory.KeyHash;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.Tenant;
import io.weir.server.directory.Workspace;
import io.weir.server.directory.sql.SqlTenantStore;
import io.weir.server.directory.sql.TenantDatabase;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of the administration by operators, on every kind of database. */
@Timeout(120)
abstract class AdministrationContract {
  private static final Set<String> LIMIT = Set.of("ratelimit.*.limit");

  private final Directory directory = new Directory();
  private TenantDatabase tenantDatabase;
  private Administration administration;
  private SqlTenantStore registry;

  abstract TenantDatabase open();

  @BeforeEach
  void start() {
    tenantDatabase = open();
    administration = new Administration(tenantDatabase, new SecureRandom());
    registry = new SqlTenantStore(tenantDatabase, directory, NanoClock.system());
    registry.start();
  }

  @AfterEach
  void stop() {
    if (tenantDatabase != null) {
      registry.close();
      tenantDatabase.close();
    }
  }

  private KeyRequest keyRequest(String workspace) {
    return new KeyRequest(workspace, "for\ttests \ud83d\ude00", LIMIT, RootKey.NEVER);
  }

  @Test
  void serversSeeKeyChanges() {
    CreatedKey createdKey = administration.createKey(keyRequest(Administration.WORKSPACE));
    KeyHash hash = KeyHash.of(createdKey.plain());

    assertThat(createdKey.plain()).matches("weir_[0-9A-Za-z]{22}");
    assertThat(createdKey.key().id()).matches("key_[0-9A-Za-z]{9,}");
    assertThat(createdKey.toString()).doesNotContain(createdKey.plain());
    assertThat(administration.keys()).containsExactly(createdKey.key());
    Eventually.until("known", () -> createdKey.key().equals(directory.key(hash)));

    administration.setKeyEnabled(createdKey.key().id(), false);
    Eventually.until("disabled", () -> {
      RootKey known = directory.key(hash);
      return known != null && !known.enabled() && !known.deleted();
    });
    administration.setKeyEnabled(createdKey.key().id(), true);
    administration.revokeKey(createdKey.key().id());
    Eventually.until("revoked", () -> {
      RootKey known = directory.key(hash);
      return known != null && known.deleted();
    });
    assertThatThrownBy(() -> administration.setKeyEnabled(createdKey.key().id(), true))
        .isInstanceOf(AdminRefusal.class)
        .hasMessageContaining("can't be undone");
  }

  @Test
  void serversSeeWorkspaceChanges() {
    Workspace created = administration.createWorkspace("acme", 7);

    assertThat(created.id()).matches("ws_[0-9A-Za-z]{9,}");
    assertThat(administration.setQuota("acme", 0).quota()).isZero();
    assertThat(administration.setWorkspaceEnabled(created.id(), false).enabled())
        .isFalse();
    Workspace expected = new Workspace(created.id(), "acme", false, 0, 3);
    assertThat(administration.workspaces()).containsExactly(expected);
    Eventually.until("known", () -> {
      Tenant tenant = directory.tenant(created.id());
      return tenant != null && tenant.workspace().equals(expected);
    });
  }

  @Test
  void workspaceNamesAreUnique() {
    Stream.of("acme", "Acme", "acme ", "acm\u00e9")
        .forEach(name -> administration.createWorkspace(name, Workspace.UNLIMITED));

    assertThat(administration.workspaces()).hasSize(4);
    assertThatThrownBy(() -> administration.createWorkspace("acme", Workspace.UNLIMITED))
        .isInstanceOf(AdminRefusal.class)
        .hasMessageContaining("\"acme\" already");
  }

  @Test
  void aKeyInAMissingWorkspaceIsRefused() {
    assertThatThrownBy(() -> administration.createKey(keyRequest("nobody")))
        .isInstanceOf(AdminRefusal.class)
        .hasMessageContaining("the workspace \"nobody\" does not exist");

    assertThat(administration.keys()).isEmpty();
  }

  @Test
  void concurrentStartsCreateOneFirstKey() {
    int servers = 4;
    CountDownLatch ready = new CountDownLatch(servers);
    ExecutorService threads = Executors.newFixedThreadPool(servers);
    try {
      List<CompletableFuture<Optional<CreatedKey>>> starting = Stream.generate(
              () -> CompletableFuture.supplyAsync(() -> firstStart(ready), threads))
          .limit(servers)
          .toList();

      List<CreatedKey> minted =
          starting.stream().map(Eventually::await).flatMap(Optional::stream).toList();

      assertThat(minted).hasSize(1);
      assertThat(administration.keys()).containsExactly(minted.get(0).key());
      assertThat(minted.get(0).key().permissions()).isEqualTo(Permissions.defaults());
      assertThat(administration.workspaces())
          .extracting(Workspace::name)
          .containsExactly("default");
    } finally {
      threads.shutdown();
    }
  }

  private Optional<CreatedKey> firstStart(CountDownLatch ready) {
    try {
      ready.countDown();
      ready.await();
      return administration.createFirstKey();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aPresetKeyIsCreatedOnceAndStaysRevoked() {
    RootKey key = administration.ensureRootKey("my-own-key");

    assertThat(administration.ensureRootKey("my-own-key")).isEqualTo(key);
    assertThat(administration.createFirstKey()).isEmpty();
    assertThat(key.hash()).isEqualTo(KeyHash.of("my-own-key"));
    assertThat(key.permissions()).hasSize(5).contains("ratelimit.*.create_namespace");

    administration.revokeKey(key.id());
    assertThatThrownBy(() -> administration.ensureRootKey("my-own-key"))
        .isInstanceOf(AdminRefusal.class)
        .hasMessageContaining(key.id())
        .hasMessageContaining("revoked")
        .hasMessageNotContaining("my-own-key");
  }

  @Test
  void namespaceSettingsAreStoredSeparately() {
    Workspace workspace = administration.createWorkspace("acme", Workspace.UNLIMITED);
    Namespace created = Eventually.await(registry.createNamespace(workspace.id(), "logins"));
    assertThat(created.exactWindow()).isFalse();

    administration.setWhenDegraded("acme", "logins", WhenDegraded.SHARE);
    Namespace exact = administration.setExactWindow("acme", created.id(), true);

    assertThat(exact.exactWindow()).isTrue();
    assertThat(exact.whenDegraded()).isEqualTo(WhenDegraded.SHARE);
    assertThat(exact.revision()).isGreaterThan(created.revision());
    assertThat(administration.namespaces("acme")).containsExactly(exact);
    assertThat(Eventually.await(registry.findNamespace(workspace.id(), "logins")))
        .contains(exact);
    assertThat(administration.setExactWindow("acme", "logins", false).exactWindow())
        .isFalse();
    administration.deleteNamespace("acme", "logins");
    assertThatThrownBy(() -> administration.setExactWindow("acme", "logins", true))
        .isInstanceOf(AdminRefusal.class)
        .hasMessageContaining("is deleted");
  }

  @Test
  void aNamespaceIsDeletedOnlyOnce() {
    Workspace workspace = administration.createWorkspace("acme", Workspace.UNLIMITED);
    Namespace namespace = Eventually.await(registry.createNamespace(workspace.id(), "emails"));

    Namespace deleted = administration.deleteNamespace("acme", "emails");

    assertThat(deleted.id()).isEqualTo(namespace.id());
    assertThat(administration.namespaces("acme")).containsExactly(deleted);
    assertThatThrownBy(() -> administration.deleteNamespace("acme", namespace.id()))
        .isInstanceOf(AdminRefusal.class)
        .hasMessageContaining("already deleted");
    assertThatThrownBy(() -> administration.deleteNamespace("acme", "e-mails"))
        .isInstanceOf(AdminRefusal.class)
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
  void unknownPermissionsAreRefused(String wrong) {
    assertThatThrownBy(() -> new KeyRequest("default", "", Set.of(wrong), RootKey.NEVER))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining('"' + wrong + '"')
        .hasMessageContaining("limit, create_namespace, set_override");
  }
}
