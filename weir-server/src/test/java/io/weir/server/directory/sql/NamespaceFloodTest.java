// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.Directory;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.Registry.Wish;
import io.weir.testkit.servers.Eventually;
import io.weir.time.NanoClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One workspace names many new namespaces, as many at once as eight requests can. */
@Timeout(120)
class NamespaceFloodTest {
  private static final String HOSTILE = "ws_hostile";
  private static final String HONEST = "ws_honest";
  private static final int AT_ONCE = 800;

  @TempDir
  private Path folder = Path.of("");

  private final Directory directory = new Directory();
  private Store store;
  private SqlRegistry registry;

  @BeforeEach
  void start() {
    store = Store.embedded(folder);
    registry = new SqlRegistry(store, directory, NanoClock.system());
    registry.start();
    Eventually.answer(registry.replica().loaded());
  }

  @AfterEach
  void stop() {
    if (store != null) {
      registry.close();
      store.close();
    }
  }

  /** As a server does: what can't be made at once is made later. */
  private void flood(int round) {
    for (int i = 0; i < AT_ONCE; i++) {
      Namespace unsaved = Namespace.unsaved(HOSTILE, "n" + round + "_" + i);
      CompletionStage<Object> unused = registry
          .createNamespace(HOSTILE, unsaved.name())
          .handle((made, failure) -> {
            if (failure != null) {
              registry.saveLater(unsaved);
            }
            return directory.apply(failure == null ? made : unsaved);
          });
    }
  }

  @Test
  @DisplayName(
      "Another workspace's changes are made all the while, and so are those of the workspace itself")
  void changesAreMade() {
    String honest = Eventually.answer(registry.createNamespace(HONEST, "n")).id();
    String hostile = Eventually.answer(registry.createNamespace(HOSTILE, "n")).id();
    List<LimitOverride> made = new ArrayList<>();

    for (int round = 0; round < 10; round++) {
      flood(round);
      made.add(Eventually.answer(registry.setOverride(new Wish(honest, "u" + round, 1, 60_000))));
      made.add(Eventually.answer(registry.setOverride(new Wish(hostile, "u" + round, 1, 60_000))));
    }

    assertThat(made).hasSize(20).doesNotContainNull();
    assertThat(Eventually.answer(registry.listOverrides(honest, "", 100))).hasSize(10);
  }

  @Test
  @DisplayName("Another workspace's namespaces are saved although the flood's wait to be")
  void namespacesAreSaved() {
    for (int i = 0; i < 20_000; i++) {
      registry.saveLater(Namespace.unsaved(HOSTILE, "later" + i));
    }
    Namespace honest = Namespace.unsaved(HONEST, "mine");
    registry.saveLater(honest);

    Eventually.until(
        "saved",
        () -> Eventually.answer(registry.findNamespace(HONEST, honest.name())).isPresent());
    assertThat(registry.replica().isWorking()).isTrue();
  }
}
