// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The parsed command line.
 *
 * @param suite the name of the suite; empty to list the names
 * @param quick whether to measure quickly, with less exact results
 * @param verbose whether to show details
 * @param json the file that rows are written to, if any
 * @param settings the values of options that only some suites accept, by name
 */
record Arguments(
    String suite,
    boolean quick,
    boolean verbose,
    Optional<Path> json,
    Map<String, String> settings) {

  /** The options with a value that only some suites accept. */
  private static final Set<String> SETTINGS = Set.of("--seconds", "--only", "--heap", "--store");

  private static final String JSON = "--json";

  /** Reports an invalid command line. The message says why it is invalid. */
  static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;

    Wrong(String message) {
      super(message);
    }
  }

  static Arguments parse(String... args) throws Wrong {
    String suite = "";
    boolean quick = false;
    boolean verbose = false;
    Map<String, String> settings = new TreeMap<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--help", "-h" -> {
          return new Arguments("", false, false, Optional.empty(), Map.of());
        }
        case "--quick" -> quick = true;
        case "--verbose" -> verbose = true;
        default -> {
          if (args[i].equals(JSON) || SETTINGS.contains(args[i])) {
            settings.put(args[i], value(args, ++i));
          } else if (args[i].startsWith("-") || !suite.isEmpty()) {
            throw new Wrong("unexpected argument: " + args[i]);
          } else {
            suite = args[i];
          }
        }
      }
    }
    if (suite.isEmpty() && args.length > 0) {
      throw new Wrong("the name of a benchmark is missing");
    }
    Optional<Path> json = Optional.ofNullable(settings.remove(JSON)).map(Path::of);
    return new Arguments(suite, quick, verbose, json, Map.copyOf(settings));
  }

  private static String value(String[] args, int index) throws Wrong {
    if (index == args.length) {
      String option = args[index - 1];
      throw new Wrong(option + (option.equals(JSON) ? " needs a file" : " needs a value"));
    }
    return args[index];
  }
}
