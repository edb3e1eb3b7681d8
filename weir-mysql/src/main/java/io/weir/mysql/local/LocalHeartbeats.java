// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import io.weir.origin.Origin;
import io.weir.origin.Origin.OriginHeartbeat;
import io.weir.origin.Origin.OriginStatus;
import java.util.HashMap;
import java.util.Map;

/**
 * The engines of this process that use the store. They are known in memory, because all of them end with the process.
 */
final class LocalHeartbeats {
  /** The highest number is kept, because a heartbeat may arrive late. */
  private record EngineEntry(long number, long until) {}

  private final String identity;
  private final Map<String, EngineEntry> members = new HashMap<>();

  LocalHeartbeats(String identity) {
    this.identity = identity;
  }

  synchronized OriginStatus record(OriginHeartbeat originHeartbeat, long now) {
    EngineEntry before = members.get(originHeartbeat.incarnation());
    long previous = before == null ? 0 : before.number();
    members.put(
        originHeartbeat.incarnation(),
        new EngineEntry(
            Math.max(previous, originHeartbeat.number()),
            now + originHeartbeat.timeToLiveMillis()));
    members.values().removeIf(engineEntry -> engineEntry.until() <= now);
    return new OriginStatus(members.size(), Origin.NEVER_LOST, identity, identity, previous, now);
  }
}
