// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.TenantStore.OverrideRequest;
import io.weir.server.directory.table.NamespaceQueries;
import io.weir.server.directory.table.OverrideQueries;
import io.weir.server.directory.table.StorePosition;
import io.weir.server.directory.table.StorePosition.TimedPosition;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverridePurgeTest {
  private static final String NAMESPACE = Namespace.unsaved("ws_one", "n").id();
  private static final long HOUR = OverridePurge.AGE_MILLIS;

  @TempDir
  private Path folder = Path.of("");

  private TenantDatabase tenantDatabase;
  private OverridePurge purge;

  @BeforeEach
  void open() {
    tenantDatabase = TenantDatabase.embedded(folder);
    purge = new OverridePurge(tenantDatabase);
    tenantDatabase.change(
        "a test",
        (directorySession, revision) ->
            NamespaceQueries.add(directorySession, Namespace.unsaved("ws_one", "n"), revision));
  }

  @AfterEach
  void close() {
    tenantDatabase.close();
  }

  private void set(int from, int to) {
    tenantDatabase.change("a test", (directorySession, revision) -> {
      for (int i = from; i < to; i++) {
        OverrideQueries.set(
            directorySession, new OverrideRequest(NAMESPACE, "u" + i, i, 60_000), revision);
      }
      return revision;
    });
  }

  private void delete(int from, int to) {
    tenantDatabase.change("a test", (directorySession, revision) -> {
      for (int i = from; i < to; i++) {
        OverrideQueries.delete(
            OverrideQueries.find(directorySession, NAMESPACE, "u" + i).orElseThrow(),
            directorySession,
            revision);
      }
      return revision;
    });
  }

  private TimedPosition at(long epochMillis) {
    return new TimedPosition(tenantDatabase.read("a test", StorePosition::of), epochMillis);
  }

  private boolean hasRow(int i) {
    return tenantDatabase.read(
        "a test",
        directorySession ->
            OverrideQueries.find(directorySession, NAMESPACE, "u" + i).isPresent());
  }

  private long rows(int to) {
    long rows = 0;
    for (int i = 0; i < to; i++) {
      rows += hasRow(i) ? 1 : 0;
    }
    return rows;
  }

  @Test
  void rowsOfDeletedOverridesGoAfterAnHour() {
    set(0, 300);
    delete(0, 250);
    purge.work(at(0));
    purge.work(at(HOUR - 1));
    assertThat(rows(300)).isEqualTo(300);

    purge.work(at(HOUR));
    assertThat(rows(300)).isEqualTo(300 - OverridePurge.BATCH_SIZE);
    purge.work(at(HOUR + 1));
    assertThat(rows(300)).isEqualTo(50);
  }

  @Test
  void recentlyDeletedAndRevivedRowsStay() {
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
  void aClockSetBackStartsAnew() {
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
  void readsHalfAnHourApartMayMissDeletions() {
    assertThat(OverridePurge.isComplete(at(0), at(HOUR / 2 - 1))).isTrue();
    assertThat(OverridePurge.isComplete(at(0), at(HOUR / 2))).isFalse();
    assertThat(OverridePurge.isComplete(at(HOUR), at(0))).isFalse();
  }

  @Test
  void settingAPurgedOverrideAgainKeepsItsId() {
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
    LimitOverride row = tenantDatabase.read(
        "a test",
        directorySession ->
            OverrideQueries.find(directorySession, NAMESPACE, "u" + i).orElseThrow());
    return row.id();
  }
}
