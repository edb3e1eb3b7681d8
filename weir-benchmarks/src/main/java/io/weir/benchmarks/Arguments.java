// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What the command line asks for.
 *
 * @param suite the name of the suite; empty asks for the list of names
 * @param quick whether a rough figure will do
 * @param verbose whether to show details
 * @param json where rows are written, if anywhere
 */
record Arguments(String suite, boolean quick, boolean verbose, Optional<Path> json) {

  /** A command line that makes no sense; the message says why. */
  static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;

    Wrong(String message) {
      super(message);
    }
  }

  static Arguments parse(String... words) throws Wrong {
    String suite = "";
    boolean quick = false;
    boolean verbose = false;
    Optional<Path> json = Optional.empty();
    for (int i = 0; i < words.length; i++) {
      switch (words[i]) {
        case "--help", "-h" -> {
          return new Arguments("", false, false, Optional.empty());
        }
        case "--quick" -> quick = true;
        case "--verbose" -> verbose = true;
        case "--json" -> {
          if (++i == words.length) {
            throw new Wrong("--json needs a file");
          }
          json = Optional.of(Path.of(words[i]));
        }
        default -> {
          if (words[i].startsWith("-") || !suite.isEmpty()) {
            throw new Wrong("unexpected argument: " + words[i]);
          }
          suite = words[i];
        }
      }
    }
    if (suite.isEmpty() && words.length > 0) {
      throw new Wrong("the name of a benchmark is missing");
    }
    return new Arguments(suite, quick, verbose, json);
  }
}
