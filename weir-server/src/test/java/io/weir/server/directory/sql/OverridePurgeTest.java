// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.Registry.Wish;
import io.weir.server.directory.table.Namespaces;
import io.weir.server.directory.table.Overrides;
import io.weir.server.directory.table.Position;
import io.weir.server.directory.table.Position.Moment;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverridePurgeTest {
  private static final String NAMESPACE = Namespace.unsaved("ws_one", "n").id();
  private static final long HOUR = OverridePurge.AGE_MILLIS;

  @TempDir
  private Path folder = Path.of("");

  private Store store;
  private OverridePurge purge;

  @BeforeEach
  void open() {
    store = Store.embedded(folder);
    purge = new OverridePurge(store);
    store.change(
        "a test",
        (session, revision) -> Namespaces.add(session, Namespace.unsaved("ws_one", "n"), revision));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void set(int from, int to) {
    store.change("a test", (session, revision) -> {
      for (int i = from; i < to; i++) {
        Overrides.set(session, new Wish(NAMESPACE, "u" + i, i, 60_000), revision);
      }
      return revision;
    });
  }

  private void delete(int from, int to) {
    store.change("a test", (session, revision) -> {
      for (int i = from; i < to; i++) {
        Overrides.delete(
            Overrides.find(session, NAMESPACE, "u" + i).orElseThrow(), session, revision);
      }
      return revision;
    });
  }

  private Moment at(long epochMillis) {
    return new Moment(store.read("a test", Position::of), epochMillis);
  }

  private boolean hasRow(int i) {
    return store.read(
        "a test", session -> Overrides.find(session, NAMESPACE, "u" + i).isPresent());
  }

  private long rows(int to) {
    long rows = 0;
    for (int i = 0; i < to; i++) {
      rows += hasRow(i) ? 1 : 0;
    }
    return rows;
  }

  @Test
  @DisplayName("rows of deleted overrides go after an hour, a batch at a time; others stay")
  void oldDeletedRowsGo() {
    set(0, 300);
    delete(0, 250);
    purge.work(at(0));
    purge.work(at(HOUR - 1));
    assertThat(rows(300)).isEqualTo(300);

    purge.work(at(HOUR));
    assertThat(rows(300)).isEqualTo(300 - OverridePurge.BATCH);
    purge.work(at(HOUR + 1));
    assertThat(rows(300)).isEqualTo(50);
  }

  @Test
  @DisplayName("rows that were deleted or revived meanwhile stay until they are an hour old")
  void newerRowsStay() {
    set(0, 3);
    delete(0, 2);
    purge.work(at(0));
    delete(2, 3);
    set(1, 2);

    purge.work(at(HOUR));

    assertThat(hasRow(0)).isFalse();
    assertThat(hasRow(1)).isTrue();
    assertThat(hasRow(2)).isTrue();
    purge.work(at(2 * HOUR));
    assertThat(hasRow(2)).isFalse();
    assertThat(hasRow(1)).isTrue();
  }

  @Test
  @DisplayName("a clock that is set back begins anew")
  void clocksMayBeSetBack() {
    set(0, 1);
    delete(0, 1);
    purge.work(at(10 * HOUR));
    purge.work(at(5 * HOUR));
    purge.work(at(6 * HOUR - 1));
    assertThat(hasRow(0)).isTrue();
    purge.work(at(6 * HOUR));
    assertThat(hasRow(0)).isFalse();
  }

  @Test
  @DisplayName(
      "whoever has not read the store for half an hour can't rely on finding what was deleted")
  void longGaps() {
    assertThat(OverridePurge.isComplete(at(0), at(HOUR / 2 - 1))).isTrue();
    assertThat(OverridePurge.isComplete(at(0), at(HOUR / 2))).isFalse();
    assertThat(OverridePurge.isComplete(at(HOUR), at(0))).isFalse();
  }

  @Test
  @DisplayName("setting an override again whose row is gone gives it its old id")
  void idsStay() {
    set(0, 1);
    String before = idOfRow(0);
    delete(0, 1);
    purge.work(at(0));
    purge.work(at(HOUR));
    assertThat(hasRow(0)).isFalse();

    set(0, 1);

    assertThat(idOfRow(0)).isEqualTo(before);
  }

  private String idOfRow(int i) {
    LimitOverride row = store.read(
        "a test", session -> Overrides.find(session, NAMESPACE, "u" + i).orElseThrow());
    return row.id();
  }
}
