// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.local;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What decides which servers can be started: the kind of machine, and what its user set up.
 *
 * @param osName as in the system property of this name
 * @param osArch as in the system property of this name
 * @param environment the environment variables
 * @param temporary the folder for temporary files
 */
public record Machine(
    String osName, String osArch, Map<String, String> environment, Path temporary) {
  public Machine {
    environment = Map.copyOf(environment);
  }

  /** The machine that this process runs on. */
  public static Machine here() {
    return new Machine(
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        System.getenv(),
        Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** For people to read, such as {@code Linux amd64}. */
  public String platform() {
    return osName + " " + osArch;
  }

  /** The value of an environment variable; one that is set to nothing is as good as unset. */
  public Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
  }
}
