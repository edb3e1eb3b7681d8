// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** All open connections, grouped into those that never had a valid key, and those of each workspace. */
final class OpenConnections {
  /*
   * The workspace of a new connection is not known. So it is always accepted, as one without a key, and if there are
   * too many of those, the oldest is closed. Only with its first valid key does a connection need a place among those
   * of workspaces. If all of these are taken, a connection of the workspace with the most is closed, unless the new
   * connection's workspace would then have as many.
   */

  /**
   * How many connections are examined to find an idle one. If none of these oldest ones is idle, the oldest is
   * closed.
   */
  private static final int MAX_EXAMINED = 32;

  /**
   * How many connections without a key are allowed while those with a key have taken all places, as a fraction of the
   * maximum. A client must send its key before others have opened this many. More would take memory beyond the
   * configured maximum.
   */
  private static final int NEWCOMER_DIVISOR = 4;

  private final int maxConnections;
  private final int maxPerOrigin;
  private final Runnable shed;
  private final Map<String, TrackedConnection> byAddress = new ConcurrentHashMap<>();

  /** Connections that never authenticated, the oldest first. Guarded by this. */
  private final Set<TrackedConnection> unauthenticated = new LinkedHashSet<>();

  /** By the workspace of the last valid key, in the order in which they joined it. Guarded by this. */
  private final Map<String, Set<TrackedConnection>> byWorkspace = new HashMap<>();

  /** Connections per client. Guarded by this, and empty unless there is a limit. */
  private final Map<Object, Integer> perOrigin = new HashMap<>();

  /** The number of all connections. Written under this object's lock. */
  private volatile int count;

  /**
   * Creates a set with these limits, in total and per client; 0 means no limit per client. {@code shed} runs for each
   * connection that is closed for that reason.
   */
  OpenConnections(int maxConnections, int maxPerOrigin, Runnable shed) {
    this.maxConnections = maxConnections;
    this.maxPerOrigin = maxPerOrigin;
    this.shed = shed;
  }

  /** Adds a connection. False if its client has too many: then the caller must close it at once. */
  boolean add(TrackedConnection connection) {
    TrackedConnection evicted = null;
    boolean isOneTooMany;
    synchronized (this) {
      isOneTooMany =
          maxPerOrigin > 0 && perOrigin.merge(connection.origin(), 1, Integer::sum) > maxPerOrigin;
      if (!isOneTooMany && unauthenticated.size() >= maxUnauthenticated()) {
        evicted = oldest(unauthenticated);
        remove(evicted);
      }
      byAddress.put(connection.address(), connection);
      unauthenticated.add(connection);
      count++;
    }
    if (evicted != null) {
      evicted.close();
    }
    if (evicted != null || isOneTooMany) {
      shed.run();
    }
    return !isOneTooMany;
  }

  private int maxUnauthenticated() {
    return Math.max(
        maxConnections - authenticated(), Math.max(1, maxConnections / NEWCOMER_DIVISOR));
  }

  private int authenticated() {
    return count - unauthenticated.size();
  }

  /** Returns the oldest idle connection, if one of the oldest is idle, otherwise the oldest. */
  private static TrackedConnection oldest(Collection<TrackedConnection> some) {
    Iterator<TrackedConnection> oldest = some.iterator();
    TrackedConnection first = oldest.next();
    TrackedConnection each = first;
    for (int i = 1; i < MAX_EXAMINED && each.isBusy() && oldest.hasNext(); i++) {
      each = oldest.next();
    }
    return each.isBusy() ? first : each;
  }

  /** Records a request with a valid key of this workspace. False if there is no room for another connection of it. */
  boolean authenticate(TrackedConnection connection, String workspace) {
    TrackedConnection evicted = null;
    synchronized (this) {
      if (connection.isClosed()) {
        return false; // it is being closed, and unanswered requests are not counted
      }
      if (connection.workspace() == null && authenticated() >= maxConnections) {
        evicted = evictFor(workspace);
        if (evicted == null) {
          return false;
        }
        remove(evicted);
      }
      leaveGroup(connection);
      byWorkspace.computeIfAbsent(workspace, id -> new LinkedHashSet<>()).add(connection);
      connection.assignTo(workspace);
    }
    if (evicted != null) {
      evicted.close();
      shed.run();
    }
    return true;
  }

  private @Nullable TrackedConnection evictFor(String workspace) {
    Set<TrackedConnection> largest =
        byWorkspace.values().stream().max(Comparator.comparingInt(Set::size)).orElse(Set.of());
    int own = byWorkspace.getOrDefault(workspace, Set.of()).size();
    return own + 1 < largest.size() ? oldest(largest) : null;
  }

  private void leaveGroup(TrackedConnection connection) {
    String workspace = connection.workspace();
    if (workspace == null) {
      unauthenticated.remove(connection);
      return;
    }
    Set<TrackedConnection> group = byWorkspace.getOrDefault(workspace, Set.of());
    if (group.size() > 1) {
      group.remove(connection);
    } else {
      byWorkspace.remove(workspace);
    }
  }

  /** Removes a connection, once. */
  synchronized void remove(TrackedConnection connection) {
    if (!connection.markClosed()) {
      return;
    }
    leaveGroup(connection);
    count--;
    boolean unusedKnown = byAddress.remove(connection.address(), connection);
    if (maxPerOrigin > 0) {
      perOrigin.computeIfPresent(connection.origin(), (origin, n) -> n == 1 ? null : n - 1);
    }
  }

  /** Describes the workspace with the most connections; empty if it has less than a quarter of the maximum. */
  synchronized Optional<String> heaviest() {
    return byWorkspace.entrySet().stream()
        .max(Comparator.comparingInt(each -> each.getValue().size()))
        .filter(each -> each.getValue().size() >= Math.max(1, maxConnections / 4))
        .map(each -> "workspace " + each.getKey() + " has the most connections: "
            + each.getValue().size() + " of " + maxConnections);
  }

  Optional<TrackedConnection> find(String address) {
    return Optional.ofNullable(byAddress.get(address));
  }

  int count() {
    return count;
  }
}
