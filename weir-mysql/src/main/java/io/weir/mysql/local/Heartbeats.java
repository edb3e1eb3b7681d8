// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import io.weir.origin.Origin;
import io.weir.origin.Origin.Heartbeat;
import io.weir.origin.Origin.Pulse;
import java.util.HashMap;
import java.util.Map;

/** Which engines of this process use the store: known in memory, since all of them end with it. */
final class Heartbeats {
  /** The highest number counts: a heartbeat may arrive late. */
  private record Member(long number, long until) {}

  private final String identity;
  private final Map<String, Member> members = new HashMap<>();

  Heartbeats(String identity) {
    this.identity = identity;
  }

  synchronized Pulse beat(Heartbeat heartbeat, long now) {
    Member before = members.get(heartbeat.incarnation());
    long previous = before == null ? 0 : before.number();
    members.put(
        heartbeat.incarnation(),
        new Member(Math.max(previous, heartbeat.number()), now + heartbeat.timeToLiveMillis()));
    members.values().removeIf(member -> member.until() <= now);
    return new Pulse(members.size(), Origin.NEVER_LOST, identity, identity, previous, now);
  }
}
