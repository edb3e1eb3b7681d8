// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.server.directory.Namespace;
import io.weir.server.directory.table.NamespaceQueries;
import io.weir.sql.call.FairQueue;
import io.weir.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** Saves namespaces that checks are already counted in. Workspaces take turns, and other changes have priority. */
final class NamespaceSaver {
  /** A few megabytes at worst. A namespace that does not fit is saved when it is named again. */
  private static final int MAX_PER_WORKSPACE = 2_000;

  private static final int MAX_WAITING = 10_000;

  /** Small enough that other changes hardly wait. */
  private static final int BATCH_SIZE = 20;

  /**
   * How long a batch may take before the rest of it is postponed, for the same reason: the database may be an ocean
   * away.
   */
  private static final long BATCH_NANOS = 50_000_000;

  /** Few enough that polls hardly wait. The rest is saved after the next polls. */
  private static final int BATCHES = 10;

  /**
   * How often in a row this yields to other changes: a namespace that is never saved would be lost with the process.
   */
  private static final int MAX_POSTPONED = 4;

  private final TenantDatabase tenantDatabase;
  private final DirectoryUpdater updater;
  private final NanoClock clock;

  /** Returns whether other changes are waiting. */
  private final BooleanSupplier isBusy;

  private final FairQueue<Namespace> waiting = new FairQueue<>(MAX_PER_WORKSPACE, MAX_WAITING);

  /** The ids of all namespaces that are waiting or being saved. */
  private final Set<String> ids = ConcurrentHashMap.newKeySet();

  /** Used only by the polling thread. */
  private int postponed;

  NamespaceSaver(
      TenantDatabase tenantDatabase,
      DirectoryUpdater updater,
      NanoClock clock,
      BooleanSupplier isBusy) {
    this.tenantDatabase = tenantDatabase;
    this.updater = updater;
    this.clock = clock;
    this.isBusy = isBusy;
  }

  /** Queues a namespace to be saved as soon as possible, if there is room. */
  void add(Namespace namespace) {
    if (ids.add(namespace.id()) && !waiting.tryAdd(namespace.workspaceId(), namespace)) {
      ids.remove(namespace.id());
    }
  }

  /** Saves some of the waiting namespaces, unless other changes have priority. */
  void work() {
    for (int i = 0; i < BATCHES && waiting.size() > 0; i++) {
      if (isBusy.getAsBoolean() && postponed < MAX_POSTPONED) {
        postponed++;
        return;
      }
      postponed = 0;
      saveSome();
    }
  }

  private void saveSome() {
    List<Namespace> taken = waiting.poll(BATCH_SIZE);
    List<Namespace> saved = List.of();
    try {
      saved = tenantDatabase.change("to save namespaces", (directorySession, revision) -> {
        long started = clock.nanoTime();
        List<Namespace> added = new ArrayList<>();
        for (Namespace each : taken) {
          added.add(NamespaceQueries.add(directorySession, each, revision));
          if (clock.nanoTime() - started > BATCH_NANOS) {
            break;
          }
        }
        return added;
      });
      updater.namespaces(saved);
    } finally {
      taken.forEach(each -> ids.remove(each.id()));
      taken.subList(saved.size(), taken.size()).forEach(this::add);
    }
  }
}
