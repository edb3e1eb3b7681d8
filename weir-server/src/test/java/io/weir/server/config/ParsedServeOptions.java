// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Reads a configuration as {@code weir serve} does. */
final class ParsedServeOptions {
  private final Map<String, String> environment = new TreeMap<>();
  private final List<String> flags;

  private ParsedServeOptions(String... flags) {
    this.flags = List.of(flags);
  }

  static ParsedServeOptions with(String... flags) {
    return new ParsedServeOptions(flags);
  }

  ParsedServeOptions env(String name, String value) {
    environment.put(name, value);
    return this;
  }

  ServeOptions.ServeSettings settings() {
    try {
      return read();
    } catch (ConfigFaults e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  ServerConfig config() {
    return settings().server();
  }

  /** Returns the faults, one line per fault; empty if there is none. */
  List<String> faults() {
    try {
      read();
      return List.of();
    } catch (ConfigFaults e) {
      return e.faults().stream().map(ConfigFault::toString).toList();
    }
  }

  /** Returns the only fault. */
  String fault() {
    List<String> all = faults();
    if (all.size() != 1) {
      throw new AssertionError("one fault was expected, but there were " + all);
    }
    return all.get(0);
  }

  private ServeOptions.ServeSettings read() throws ConfigFaults {
    CommandLine weir = new CommandLine(CommandSpec.create().name("weir"))
        .addSubcommand(new CommandLine(ServeOptions.spec()));
    String[] arguments = Stream.concat(Stream.of("serve"), flags.stream()).toArray(String[]::new);
    return ServeOptions.read(weir.parseArgs(arguments).subcommand(), environment);
  }
}
