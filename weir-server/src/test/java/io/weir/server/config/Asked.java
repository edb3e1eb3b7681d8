// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Reads a configuration as {@code weir serve} does. */
final class Asked {
  private final Map<String, String> environment = new TreeMap<>();
  private final List<String> flags;

  private Asked(String... flags) {
    this.flags = List.of(flags);
  }

  static Asked with(String... flags) {
    return new Asked(flags);
  }

  Asked env(String name, String value) {
    environment.put(name, value);
    return this;
  }

  ServeOptions.Told told() {
    try {
      return read();
    } catch (ConfigFaults e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  ServerConfig config() {
    return told().server();
  }

  /** What is wrong, one line per fault; empty if nothing is. */
  List<String> faults() {
    try {
      read();
      return List.of();
    } catch (ConfigFaults e) {
      return e.faults().stream().map(Fault::toString).toList();
    }
  }

  /** The only thing that is wrong. */
  String fault() {
    List<String> all = faults();
    if (all.size() != 1) {
      throw new AssertionError("one fault was expected, but there were " + all);
    }
    return all.get(0);
  }

  private ServeOptions.Told read() throws ConfigFaults {
    CommandLine weir = new CommandLine(CommandSpec.create().name("weir"))
        .addSubcommand(new CommandLine(ServeOptions.spec()));
    String[] arguments = Stream.concat(Stream.of("serve"), flags.stream()).toArray(String[]::new);
    return ServeOptions.read(weir.parseArgs(arguments).subcommand(), environment);
  }
}
