// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.local;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The properties of a machine that determine which servers can be started: its platform and its user's settings.
 *
 * @param osName the system property of this name
 * @param osArch the system property of this name
 * @param environment the environment variables
 * @param temporary the folder for temporary files
 */
public record Machine(
    String osName, String osArch, Map<String, String> environment, Path temporary) {
  public Machine {
    environment = Map.copyOf(environment);
  }

  /** Returns the machine on which this process runs. */
  public static Machine here() {
    return new Machine(
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        System.getenv(),
        Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** Returns a text for messages, such as {@code Linux amd64}. */
  public String platform() {
    return osName + " " + osArch;
  }

  /** Returns the value of an environment variable; an empty one counts as unset. */
  public Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
  }
}
