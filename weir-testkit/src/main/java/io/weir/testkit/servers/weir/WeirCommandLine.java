// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.weir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A command line of Weir, as somebody would type it.
 *
 * @param arguments from the command's name on
 * @param variables what is in its environment besides what a test's own has
 */
public record WeirCommandLine(List<String> arguments, Map<String, String> variables) {
  public static WeirCommandLine of(String... arguments) {
    return new WeirCommandLine(List.of(arguments), Map.of());
  }

  /** A server at a free port, which prints the root key that it makes. */
  public static WeirCommandLine serve(String... flags) {
    return of("serve", "--port", "0", "--print-root-key").with(flags);
  }

  /** The same with more flags. */
  public WeirCommandLine with(String... flags) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of(flags));
    return new WeirCommandLine(List.copyOf(all), variables);
  }

  /** The same with a variable. */
  public WeirCommandLine where(String variable, String value) {
    Map<String, String> all = new HashMap<>(variables);
    all.put(variable, value);
    return new WeirCommandLine(arguments, Map.copyOf(all));
  }

  /** What takes a start the least time: these processes do not live long. */
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
