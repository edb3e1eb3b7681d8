// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestJson;
import io.weir.testkit.servers.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/** Sets, changes and deletes overrides over HTTP, now and then in a new namespace, and records what was confirmed. */
final class OverrideChanges {
  private static final long PAUSE_MILLIS = 15;

  private final SplittableRandom random;
  private final Map<String, PossibleValues<Optional<Long>>> overrides = new ConcurrentHashMap<>();
  private int namespaces;

  OverrideChanges(SplittableRandom random) {
    this.random = random;
  }

  /** Returns a copy of the current state, to compare with a copy of the server's files. */
  OverrideChanges copy() {
    OverrideChanges copy = new OverrideChanges(random);
    overrides.forEach(
        (subject, possibleValues) -> copy.overrides.put(subject, possibleValues.copy()));
    return copy;
  }

  /** Makes one change. */
  void step(RawHttpClient rawHttpClient) {
    if (namespaces == 0 || random.nextInt(40) == 0) {
      newNamespace(rawHttpClient);
    }
    String subject = "settings-" + random.nextInt(namespaces) + "/user-" + random.nextInt(8);
    PossibleValues<Optional<Long>> possibleValues =
        overrides.computeIfAbsent(subject, each -> new PossibleValues<>(Optional.empty()));
    if (random.nextInt(4) == 0 && !possibleValues.allows(Optional.empty())) {
      delete(rawHttpClient, subject, possibleValues);
    } else {
      set(rawHttpClient, subject, possibleValues);
    }
    Eventually.waitMillis(PAUSE_MILLIS);
  }

  /** The first check creates a namespace. Only an override in it proves that it is stored. */
  private void newNamespace(RawHttpClient rawHttpClient) {
    String subject = "settings-" + namespaces + "/first";
    assertThat(ServerCalls.limit(rawHttpClient, subject, 10).status()).isEqualTo(200);
    PossibleValues<Optional<Long>> possibleValues = new PossibleValues<>(Optional.empty());
    overrides.put(subject, possibleValues);
    set(rawHttpClient, subject, possibleValues);
    namespaces++;
  }

  private void set(
      RawHttpClient rawHttpClient, String subject, PossibleValues<Optional<Long>> possibleValues) {
    Optional<Long> limit = Optional.of(random.nextLong(1_000));
    possibleValues.begin(limit);
    ApiReply apiReply = ServerCalls.setOverride(rawHttpClient, subject, limit.orElseThrow());
    assertThat(apiReply.status()).as(apiReply.text()).isEqualTo(200);
    possibleValues.confirm(limit);
  }

  private static void delete(
      RawHttpClient rawHttpClient, String subject, PossibleValues<Optional<Long>> possibleValues) {
    possibleValues.begin(Optional.empty());
    String[] names = subject.split("/", 2);
    ApiReply apiReply = ServerCalls.whole(
        rawHttpClient,
        "deleteOverride",
        TestJson.object("namespace", names[0], "identifier", names[1]));
    assertThat(apiReply.status()).as(apiReply.text()).isEqualTo(200);
    possibleValues.confirm(Optional.empty());
  }

  /** Returns what differs on a restarted server. Afterwards, its actual state is the expected one. */
  List<String> differences(RawHttpClient rawHttpClient) {
    List<String> wrong = new ArrayList<>();
    overrides.forEach((subject, possibleValues) -> {
      Optional<Long> seen =
          Optional.ofNullable((Long) ServerCalls.overrideOf(rawHttpClient, subject));
      if (!possibleValues.allows(seen)) {
        wrong.add("override of " + subject + " is " + seen + ", confirmed was " + possibleValues);
      }
      possibleValues.confirm(seen);
    });
    return wrong;
  }
}
