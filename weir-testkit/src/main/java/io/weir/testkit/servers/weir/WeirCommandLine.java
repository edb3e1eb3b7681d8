// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.weir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A command line of Weir, as a user would type it.
 *
 * @param arguments the arguments, from the command's name on
 * @param variables additional environment variables
 */
public record WeirCommandLine(List<String> arguments, Map<String, String> variables) {
  public static WeirCommandLine of(String... arguments) {
    return new WeirCommandLine(List.of(arguments), Map.of());
  }

  /** Returns a command line for a server at a free port, which prints the root key that it creates. */
  public static WeirCommandLine serve(String... flags) {
    return of("serve", "--port", "0", "--print-root-key").with(flags);
  }

  /** Returns the same command line with more flags. */
  public WeirCommandLine with(String... flags) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of(flags));
    return new WeirCommandLine(List.copyOf(all), variables);
  }

  /** Returns the same command line with another environment variable. */
  public WeirCommandLine where(String variable, String value) {
    Map<String, String> all = new HashMap<>(variables);
    all.put(variable, value);
    return new WeirCommandLine(arguments, Map.copyOf(all));
  }

  /** Returns the command with the fastest start: these processes are short-lived. */
  public List<String> command() {
    List<String> words = new ArrayList<>();
    words.add(ProcessHandle.current().info().command().orElse("java"));
    words.addAll(List.of(
        "-Xmx256m",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("java.class.path"),
        "io.weir.server.Main"));
    words.addAll(arguments);
    return words;
  }
}
