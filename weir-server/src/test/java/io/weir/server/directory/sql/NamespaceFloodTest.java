// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.Directory;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.TenantStore.OverrideRequest;
import io.weir.testkit.servers.Eventually;
import io.weir.time.NanoClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a workspace that names many new namespaces, as many at once as eight requests can. */
@Timeout(120)
class NamespaceFloodTest {
  private static final String HOSTILE = "ws_hostile";
  private static final String HONEST = "ws_honest";
  private static final int AT_ONCE = 800;

  @TempDir
  private Path folder = Path.of("");

  private final Directory directory = new Directory();
  private TenantDatabase tenantDatabase;
  private SqlTenantStore registry;

  @BeforeEach
  void start() {
    tenantDatabase = TenantDatabase.embedded(folder);
    registry = new SqlTenantStore(tenantDatabase, directory, NanoClock.system());
    registry.start();
    Eventually.await(registry.sync().loaded());
  }

  @AfterEach
  void stop() {
    if (tenantDatabase != null) {
      registry.close();
      tenantDatabase.close();
    }
  }

  /** Works like a server: a namespace that cannot be created at once is created later. */
  private void flood(int round) {
    for (int i = 0; i < AT_ONCE; i++) {
      Namespace unsaved = Namespace.unsaved(HOSTILE, "n" + round + "_" + i);
      CompletionStage<Object> unused = registry
          .createNamespace(HOSTILE, unsaved.name())
          .handle((created, failure) -> {
            if (failure != null) {
              registry.saveLater(unsaved);
            }
            return directory.apply(failure == null ? created : unsaved);
          });
    }
  }

  @Test
  void changesAreMadeDuringAFlood() {
    String honest = Eventually.await(registry.createNamespace(HONEST, "n")).id();
    String hostile = Eventually.await(registry.createNamespace(HOSTILE, "n")).id();
    List<LimitOverride> created = new ArrayList<>();

    for (int round = 0; round < 10; round++) {
      flood(round);
      created.add(Eventually.await(
          registry.setOverride(new OverrideRequest(honest, "u" + round, 1, 60_000))));
      created.add(Eventually.await(
          registry.setOverride(new OverrideRequest(hostile, "u" + round, 1, 60_000))));
    }

    assertThat(created).hasSize(20).doesNotContainNull();
    assertThat(Eventually.await(registry.listOverrides(honest, "", 100))).hasSize(10);
  }

  @Test
  void otherNamespacesAreSavedDuringAFlood() {
    for (int i = 0; i < 20_000; i++) {
      registry.saveLater(Namespace.unsaved(HOSTILE, "later" + i));
    }
    Namespace honest = Namespace.unsaved(HONEST, "mine");
    registry.saveLater(honest);

    Eventually.until(
        "saved",
        () -> Eventually.await(registry.findNamespace(HONEST, honest.name())).isPresent());
    assertThat(registry.sync().isPolling()).isTrue();
  }
}
