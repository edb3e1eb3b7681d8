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

/** All open connections: those that never had a valid key, and those of each workspace. */
final class OpenConnections {
  /*
   * Nobody knows whose a new connection is. So it always comes in, as one without a key, and if there are too many of those,
   * the oldest of them makes room. Only with its first valid key does it need a place among those of workspaces. If all of
   * these are taken, one of the workspace that has most is closed, unless the new one's workspace then had as many.
   */

  /** How many connections are looked at to find one that is idle. If none of the oldest is, the oldest goes. */
  private static final int MAX_EXAMINED = 32;

  /**
   * Connections without a key that there may be, as a part of all, when those with a key have taken all places. A caller has
   * the time that others need to open as many to send its key. More would cost memory beyond the bound that was set.
   */
  private static final int NEWCOMER_DIVISOR = 4;

  private final int maxConnections;
  private final int maxPerOrigin;
  private final Runnable shed;
  private final Map<String, TrackedConnection> byAddress = new ConcurrentHashMap<>();

  /** Never authenticated, the oldest first. Guarded by this. */
  private final Set<TrackedConnection> unauthenticated = new LinkedHashSet<>();

  /** By the workspace of the last valid key, the one that has been its longest first. Guarded by this. */
  private final Map<String, Set<TrackedConnection>> byWorkspace = new HashMap<>();

  /** Guarded by this, and empty unless there is a bound. */
  private final Map<Object, Integer> perOrigin = new HashMap<>();

  /** All of them. Written under the lock of this. */
  private volatile int count;

  /** So many at most, and so many of one client, or any number if that is 0. Tells of each that is closed for that reason. */
  OpenConnections(int maxConnections, int maxPerOrigin, Runnable shed) {
    this.maxConnections = maxConnections;
    this.maxPerOrigin = maxPerOrigin;
    this.shed = shed;
  }

  /** Counts a connection in. False if its client has too many: then it is to be closed at once. */
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

  /** The oldest one that is idle, if one of the oldest is. */
  private static TrackedConnection oldest(Collection<TrackedConnection> some) {
    Iterator<TrackedConnection> oldest = some.iterator();
    TrackedConnection first = oldest.next();
    TrackedConnection each = first;
    for (int i = 1; i < MAX_EXAMINED && each.isBusy() && oldest.hasNext(); i++) {
      each = oldest.next();
    }
    return each.isBusy() ? first : each;
  }

  /** A request with a valid key of this workspace has come. False if there is no room for one more of it. */
  boolean authenticate(TrackedConnection connection, String workspace) {
    TrackedConnection evicted = null;
    synchronized (this) {
      if (connection.isClosed()) {
        return false; // it is being closed to make room: nothing is counted that is not answered
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

  /** Counts a connection out, once. */
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

  /** The workspace that has most; empty if it has less than a quarter of all that there may be. */
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
