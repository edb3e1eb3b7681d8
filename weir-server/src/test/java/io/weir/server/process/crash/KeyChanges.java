// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.server.rig.Json;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.weir.Ended;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Creates, disables and revokes keys and changes quotas with the commands, and knows what was confirmed. */
final class KeyChanges {
  private enum State {
    WORKS,
    DISABLED,
    REVOKED
  }

  private static final String WORKSPACE = "shop";

  private final SplittableRandom random;
  private final Path folder;
  private final Map<Calls.Key, Setting<State>> keys = new ConcurrentHashMap<>();
  private final Setting<Long> quota;

  KeyChanges(SplittableRandom random, Path folder) {
    this(random, folder, new Setting<>(-1L));
  }

  private KeyChanges(SplittableRandom random, Path folder, Setting<Long> quota) {
    this.random = random;
    this.folder = folder;
    this.quota = quota;
  }

  /** What is known now, to hold a copy of the server's files against. */
  KeyChanges copy(Path copiedFolder) {
    KeyChanges copy = new KeyChanges(random, copiedFolder, quota.copy());
    keys.forEach((key, setting) -> copy.keys.put(key, setting.copy()));
    return copy;
  }

  /** One change. Commands take their time: each is a process. */
  void step() {
    int choice = random.nextInt(5);
    List<Calls.Key> all = List.copyOf(keys.keySet());
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
    Ended made = run("keys", "create", "--json");
    if (made.exit() == 0) {
      Map<String, @Nullable Object> key = Json.parse(made.out());
      keys.put(
          new Calls.Key(String.valueOf(key.get("key")), String.valueOf(key.get("id"))),
          new Setting<>(State.WORKS));
    }
  }

  private void change(Calls.Key key, String command, State state) {
    Setting<State> setting = keys.get(key);
    if (setting == null || setting.allows(State.REVOKED)) {
      return;
    }
    setting.begin(state);
    if (run("keys", command, key.id()).exit() == 0) {
      setting.confirm(state);
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

  private Ended run(String... words) {
    return ServerProcess.run(Launch.of(words).with("--data", folder.toString()));
  }

  /** What a restarted server has got wrong. Afterwards, what it has is what is expected of it. */
  List<String> differences(Wire wire) {
    List<String> wrong = new ArrayList<>();
    keys.forEach((key, setting) -> {
      boolean works = Calls.spend(wire.with(key.plain()), "keys/known", 10, 0).status() == 200;
      boolean mayWork = setting.allows(State.WORKS);
      boolean mayFail = setting.allows(State.DISABLED) || setting.allows(State.REVOKED);
      if (works ? !mayWork : !mayFail) {
        wrong.add(
            "key " + key.id() + (works ? " works" : " is refused") + ", confirmed was " + setting);
      }
      if (works) {
        setting.confirm(State.WORKS);
      } else if (mayWork) {
        setting.confirm(State.REVOKED); // refused, whichever change it was
      }
    });
    long seen = storedQuota();
    if (!quota.allows(seen)) {
      wrong.add("quota of " + WORKSPACE + " is " + seen + ", confirmed was " + quota);
    }
    quota.confirm(seen);
    return wrong;
  }

  /** The quota in the list of workspaces; -1 without the workspace. */
  private long storedQuota() {
    Ended listed = run("workspaces", "list", "--json");
    assertThat(listed.exit()).as(listed.errors()).isZero();
    Object all = Json.parse("{\"all\":" + listed.out() + "}").get("all");
    return (all instanceof List<?> workspaces ? workspaces.stream() : Stream.<Object>empty())
        .map(each -> (Map<?, ?>) each)
        .filter(each -> WORKSPACE.equals(each.get("name")))
        .mapToLong(each -> each.get("quota") instanceof Long stored ? stored : -1)
        .findFirst()
        .orElse(-1);
  }

  List<String> secrets() {
    return keys.keySet().stream().map(Calls.Key::plain).toList();
  }
}
