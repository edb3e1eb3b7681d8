// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The expected contents of a server's folder at one moment, according to its responses until then.
 *
 * @param folder the folder, or a copy of it from that moment
 * @param overrides the changes made over HTTP
 * @param keys the changes made by commands
 * @param spending the units spent
 */
record ExpectedState(
    Path folder, OverrideChanges overrides, KeyChanges keys, SpendingLoad spending) {
  /** Returns a copy of the current state, for a copy of the folder. */
  ExpectedState copy(Path copiedFolder) {
    return new ExpectedState(
        copiedFolder, overrides.copy(), keys.copy(copiedFolder), spending.copy());
  }

  WeirCommandLine launch() {
    return WeirCommandLine.serve("--data", folder.toString());
  }

  /**
   * Starts a server on the folder and returns what differs from the expected state. Afterwards, its actual state is
   * the expected one.
   */
  List<String> differences(String rootKey, long crashedNanos) {
    try (WeirProcess server = WeirProcess.start(launch()).withSecrets(rootKey)) {
      server.withSecrets(keys.secrets().toArray(String[]::new));
      RawHttpClient rawHttpClient = ServerCalls.wire(server, rootKey);
      assertThat(server.line("root-key ")).as("a new root key").isEmpty();
      Eventually.until(
          () -> "the root key is refused: " + server.allOutput(),
          () -> ServerCalls.spend(rawHttpClient, "keys/known", 10, 0).status() == 200);
      List<String> wrong = new ArrayList<>(keys.differences(rawHttpClient));
      wrong.addAll(overrides.differences(rawHttpClient));
      wrong.addAll(spending.differences(rawHttpClient, crashedNanos));
      return wrong;
    }
  }
}
