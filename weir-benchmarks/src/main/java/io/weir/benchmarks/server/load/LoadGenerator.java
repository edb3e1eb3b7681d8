// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.load;

import io.weir.benchmarks.server.site.MeasuredServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A program that sends requests as fast as they are answered. */
public sealed interface LoadGenerator permits Wrk, H2load {

  /** Sends requests for this many seconds and returns the counts. */
  LoadResult run(MeasuredServer measuredServer, LoadQuestion loadQuestion, int seconds);

  /** Runs a command to its end and returns its output. */
  static String output(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(command.get(0) + " failed: " + text.strip());
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Writes a file for a command to read. */
  static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The sum of the numbers in the first match; 0 if there is no match. */
  static long number(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      return 0;
    }
    long sum = 0;
    for (int group = 1; group <= matcher.groupCount(); group++) {
      sum += Long.parseLong(matcher.group(group));
    }
    return sum;
  }
}
