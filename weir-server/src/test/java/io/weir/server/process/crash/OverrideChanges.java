// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/** Sets, changes and deletes overrides over HTTP, now and then in a new namespace, and knows what was confirmed. */
final class OverrideChanges {
  private static final long PAUSE_MILLIS = 15;

  private final SplittableRandom random;
  private final Map<String, Setting<Optional<Long>>> overrides = new ConcurrentHashMap<>();
  private int namespaces;

  OverrideChanges(SplittableRandom random) {
    this.random = random;
  }

  /** What is known now, to hold a copy of the server's files against. */
  OverrideChanges copy() {
    OverrideChanges copy = new OverrideChanges(random);
    overrides.forEach((subject, setting) -> copy.overrides.put(subject, setting.copy()));
    return copy;
  }

  /** One change. */
  void step(Wire wire) {
    if (namespaces == 0 || random.nextInt(40) == 0) {
      newNamespace(wire);
    }
    String subject = "settings-" + random.nextInt(namespaces) + "/user-" + random.nextInt(8);
    Setting<Optional<Long>> setting =
        overrides.computeIfAbsent(subject, each -> new Setting<>(Optional.empty()));
    if (random.nextInt(4) == 0 && !setting.allows(Optional.empty())) {
      delete(wire, subject, setting);
    } else {
      set(wire, subject, setting);
    }
    Eventually.letPass(PAUSE_MILLIS);
  }

  /** A namespace comes into being with its first check. Only an override in it says that it is stored. */
  private void newNamespace(Wire wire) {
    String subject = "settings-" + namespaces + "/first";
    assertThat(Calls.limit(wire, subject, 10).status()).isEqualTo(200);
    Setting<Optional<Long>> setting = new Setting<>(Optional.empty());
    overrides.put(subject, setting);
    set(wire, subject, setting);
    namespaces++;
  }

  private void set(Wire wire, String subject, Setting<Optional<Long>> setting) {
    Optional<Long> limit = Optional.of(random.nextLong(1_000));
    setting.begin(limit);
    Reply reply = Calls.setOverride(wire, subject, limit.orElseThrow());
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    setting.confirm(limit);
  }

  private static void delete(Wire wire, String subject, Setting<Optional<Long>> setting) {
    setting.begin(Optional.empty());
    String[] names = subject.split("/", 2);
    Reply reply = Calls.whole(
        wire, "deleteOverride", Json.object("namespace", names[0], "identifier", names[1]));
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    setting.confirm(Optional.empty());
  }

  /** What a restarted server has got wrong. Afterwards, what it has is what is expected of it. */
  List<String> differences(Wire wire) {
    List<String> wrong = new ArrayList<>();
    overrides.forEach((subject, setting) -> {
      Optional<Long> seen = Optional.ofNullable((Long) Calls.overrideOf(wire, subject));
      if (!setting.allows(seen)) {
        wrong.add("override of " + subject + " is " + seen + ", confirmed was " + setting);
      }
      setting.confirm(seen);
    });
    return wrong;
  }
}
