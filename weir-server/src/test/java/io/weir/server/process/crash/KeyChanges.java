// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestJson;
import io.weir.testkit.servers.weir.ProcessResult;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Creates, disables and revokes keys and changes quotas with the commands, and records what was confirmed. */
final class KeyChanges {
  private enum State {
    WORKS,
    DISABLED,
    REVOKED
  }

  private static final String WORKSPACE = "shop";

  private final SplittableRandom random;
  private final Path folder;
  private final Map<ServerCalls.Key, PossibleValues<State>> keys = new ConcurrentHashMap<>();
  private final PossibleValues<Long> quota;

  KeyChanges(SplittableRandom random, Path folder) {
    this(random, folder, new PossibleValues<>(-1L));
  }

  private KeyChanges(SplittableRandom random, Path folder, PossibleValues<Long> quota) {
    this.random = random;
    this.folder = folder;
    this.quota = quota;
  }

  /** Returns a copy of the current state, to compare with a copy of the server's files. */
  KeyChanges copy(Path copiedFolder) {
    KeyChanges copy = new KeyChanges(random, copiedFolder, quota.copy());
    keys.forEach((key, possibleValues) -> copy.keys.put(key, possibleValues.copy()));
    return copy;
  }

  /** Makes one change. Commands are slow, because each is a process. */
  void step() {
    int choice = random.nextInt(5);
    List<ServerCalls.Key> all = List.copyOf(keys.keySet());
    if (choice <= 1 || all.isEmpty()) {
      create();
    } else if (choice == 2) {
      change(all.get(random.nextInt(all.size())), "revoke", State.REVOKED);
    } else if (choice == 3) {
      change(all.get(random.nextInt(all.size())), "disable", State.DISABLED);
    } else {
      setQuota();
    }
  }

  private void create() {
    ProcessResult created = run("keys", "create", "--json");
    if (created.exit() == 0) {
      Map<String, @Nullable Object> key = TestJson.parse(created.out());
      keys.put(
          new ServerCalls.Key(String.valueOf(key.get("key")), String.valueOf(key.get("id"))),
          new PossibleValues<>(State.WORKS));
    }
  }

  private void change(ServerCalls.Key key, String command, State state) {
    PossibleValues<State> possibleValues = keys.get(key);
    if (possibleValues == null || possibleValues.allows(State.REVOKED)) {
      return;
    }
    possibleValues.begin(state);
    if (run("keys", command, key.id()).exit() == 0) {
      possibleValues.confirm(state);
    }
  }

  private void setQuota() {
    long next = random.nextLong(1, 100_000);
    if (quota.allows(-1L)) {
      quota.begin(next);
      if (run("workspaces", "create", WORKSPACE, "--quota", Long.toString(next)).exit() == 0) {
        quota.confirm(next);
      }
      return;
    }
    quota.begin(next);
    if (run("workspaces", "quota", WORKSPACE, Long.toString(next)).exit() == 0) {
      quota.confirm(next);
    }
  }

  private ProcessResult run(String... words) {
    return WeirProcess.run(WeirCommandLine.of(words).with("--data", folder.toString()));
  }

  /** Returns what differs on a restarted server. Afterwards, its actual state is the expected one. */
  List<String> differences(RawHttpClient rawHttpClient) {
    List<String> wrong = new ArrayList<>();
    keys.forEach((key, possibleValues) -> {
      boolean works = ServerCalls.spend(rawHttpClient.with(key.plain()), "keys/known", 10, 0)
              .status()
          == 200;
      boolean mayWork = possibleValues.allows(State.WORKS);
      boolean mayFail =
          possibleValues.allows(State.DISABLED) || possibleValues.allows(State.REVOKED);
      if (works ? !mayWork : !mayFail) {
        wrong.add("key " + key.id() + (works ? " works" : " is refused") + ", confirmed was "
            + possibleValues);
      }
      if (works) {
        possibleValues.confirm(State.WORKS);
      } else if (mayWork) {
        possibleValues.confirm(State.REVOKED); // refused, whichever change it was
      }
    });
    long seen = storedQuota();
    if (!quota.allows(seen)) {
      wrong.add("quota of " + WORKSPACE + " is " + seen + ", confirmed was " + quota);
    }
    quota.confirm(seen);
    return wrong;
  }

  /** Returns the quota in the list of workspaces; -1 without the workspace. */
  private long storedQuota() {
    ProcessResult listed = run("workspaces", "list", "--json");
    assertThat(listed.exit()).as(listed.errors()).isZero();
    Object all = TestJson.parse("{\"all\":" + listed.out() + "}").get("all");
    return (all instanceof List<?> workspaces ? workspaces.stream() : Stream.<Object>empty())
        .map(each -> (Map<?, ?>) each)
        .filter(each -> WORKSPACE.equals(each.get("name")))
        .mapToLong(each -> each.get("quota") instanceof Long stored ? stored : -1)
        .findFirst()
        .orElse(-1);
  }

  List<String> secrets() {
    return keys.keySet().stream().map(ServerCalls.Key::plain).toList();
  }
}
