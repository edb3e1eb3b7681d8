// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.trial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs a measurement that is not a benchmark method in its own JVM. */
public final class ForkedProbe {
  private ForkedProbe() {}

  /**
   * Runs a main class and returns the lines {@code name=number} of its output. Empty if the process failed; its
   * standard error, which is passed through, contains the reason.
   */
  public static Map<String, Double> run(Class<?> main, List<String> flags, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command)
          .redirectError(ProcessBuilder.Redirect.INHERIT)
          .start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? figures(text) : Map.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Map.of();
    }
  }

  static Map<String, Double> figures(String text) {
    Map<String, Double> figures = new LinkedHashMap<>();
    text.lines().filter(line -> line.matches("[\\w.]+=-?[0-9.Ee]+")).forEach(line -> {
      int equals = line.indexOf('=');
      figures.put(line.substring(0, equals), Double.valueOf(line.substring(equals + 1)));
    });
    return figures;
  }
}
