// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What must be in a server's folder at one moment, by the answers that it gave until then.
 *
 * @param folder the folder, or a copy of it from that moment
 * @param overrides what was changed over HTTP
 * @param keys what was changed by commands
 * @param spending what was spent
 */
record Knowledge(Path folder, OverrideChanges overrides, KeyChanges keys, Spending spending) {
  /** The same at this moment, for a copy of the folder. */
  Knowledge copy(Path copiedFolder) {
    return new Knowledge(copiedFolder, overrides.copy(), keys.copy(copiedFolder), spending.copy());
  }

  Launch launch() {
    return Launch.serve("--data", folder.toString());
  }

  /** Starts a server on the folder and says what it has got wrong. Afterwards, what it has is what is expected of it. */
  List<String> differences(String rootKey, long crashedNanos) {
    try (ServerProcess server = ServerProcess.start(launch()).keeping(rootKey)) {
      server.keeping(keys.secrets().toArray(String[]::new));
      Wire wire = Calls.wire(server, rootKey);
      assertThat(server.line("root-key ")).as("a new root key").isEmpty();
      Eventually.until(
          () -> "the root key is refused: " + server.said(),
          () -> Calls.spend(wire, "keys/known", 10, 0).status() == 200);
      List<String> wrong = new ArrayList<>(keys.differences(wire));
      wrong.addAll(overrides.differences(wire));
      wrong.addAll(spending.differences(wire, crashedNanos));
      return wrong;
    }
  }
}
