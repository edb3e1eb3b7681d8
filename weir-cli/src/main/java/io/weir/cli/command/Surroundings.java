// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.command;

import io.weir.time.EpochClock;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What a command finds around it. A command closes none of the streams.
 *
 * @param in what it reads
 * @param out where its answers go
 * @param errors where its complaints go, line by line
 * @param environment the variables that stand in for options
 * @param clock what time it is, for those who read the answers
 */
public record Surroundings(
    InputStream in,
    OutputStream out,
    PrintWriter errors,
    Map<String, String> environment,
    EpochClock clock) {

  /** Those of this process. */
  public static Surroundings ofProcess() {
    // Not System.out: a PrintStream would hide that the reader at the other end has gone.
    return of(System.in, new FileOutputStream(FileDescriptor.out), System.err);
  }

  /** These streams, with the environment and the clock of this process. */
  public static Surroundings of(InputStream in, OutputStream out, OutputStream err) {
    PrintWriter errors = new PrintWriter(err, true, StandardCharsets.UTF_8);
    return new Surroundings(in, out, errors, System.getenv(), EpochClock.system());
  }
}
