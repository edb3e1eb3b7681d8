// SPDX-License-Identifier: Apache-2.0
package io.weir.server.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.fail;

import io.weir.server.rig.TestJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** The machine's installed Node.js, run in a folder that contains the cases and the clients under test. */
final class NodeRuntime {
  private static final String MUST = "WEIR_REQUIRE_CLIENTS";

  /** The first version that can end a test whose client still waits for an answer that will not come. */
  private static final int[] OLDEST = {20, 14};

  private static final long MINUTES = 5;

  private final Path folder;

  private NodeRuntime(Path folder) {
    this.folder = folder;
  }

  /** The result of one case. */
  record CaseResult(String name, boolean passed, String error) {}

  /** Installs the clients. If that is not possible, the test is skipped, or fails if the environment requires it. */
  static NodeRuntime required(Path sources, Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    NodeRuntime nodeRuntime = new NodeRuntime(folder);
    String version = nodeRuntime.version();
    if (version.isEmpty()) {
      throw missing("node is not on PATH, or is older than " + OLDEST[0] + "." + OLDEST[1]);
    }
    try (Stream<Path> files = Files.list(sources)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    if (nodeRuntime.run(
            Map.of(),
            "npm.log",
            List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"))
        != 0) {
      throw missing("npm could not install the clients: " + nodeRuntime.read("npm.log"));
    }
    return nodeRuntime;
  }

  private static AssertionError missing(String reason) {
    if ("1".equals(System.getenv(MUST))) {
      fail(reason + "; " + MUST + " is 1, so this is not skipped");
    }
    Assumptions.abort(reason);
    return new AssertionError("an aborted test goes on");
  }

  private String version() throws IOException, InterruptedException {
    if (run(Map.of(), "version", List.of("node", "--version")) != 0) {
      return "";
    }
    String version = read("version").strip();
    String[] parts = version.replaceFirst("^v", "").split("\\.", -1);
    int major = Integer.parseInt(parts[0]);
    boolean isNewEnough =
        major > OLDEST[0] || (major == OLDEST[0] && Integer.parseInt(parts[1]) >= OLDEST[1]);
    return isNewEnough ? version : "";
  }

  /** Runs all cases and returns their results. */
  List<CaseResult> test(Map<String, String> environment) throws Exception {
    List<String> command = new ArrayList<>(
        List.of("node", "--test", "--test-force-exit", "--test-reporter=./reporter.mjs"));
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".test.mjs"))
          .sorted()
          .forEach(command::add);
    }
    int exit = run(environment, "outcomes.jsonl", command);
    List<CaseResult> outcomes = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("outcomes.jsonl"), UTF_8)) {
      if (line.startsWith("{")) {
        Map<String, @Nullable Object> json = TestJson.parse(line);
        outcomes.add(new CaseResult(
            String.valueOf(json.get("name")),
            Boolean.TRUE.equals(json.get("passed")) && !Boolean.TRUE.equals(json.get("skipped")),
            Objects.toString(json.get("error"), "")));
      }
    }
    boolean allPassed = outcomes.stream().allMatch(CaseResult::passed);
    outcomes.add(new CaseResult(
        "node says the same of all cases together",
        (exit == 0) == allPassed,
        "node ended with " + exit + ": " + read("outcomes.jsonl.err")));
    return outcomes;
  }

  private int run(Map<String, String> environment, String out, List<String> command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectOutput(folder.resolve(out).toFile())
        .redirectError(folder.resolve(out + ".err").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("UNKEY_"));
    builder.environment().putAll(environment);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return 127; // a shell's exit code for a missing program
    }
    try {
      return process.waitFor(MINUTES, TimeUnit.MINUTES) ? process.exitValue() : 124;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private String read(String file) throws IOException {
    return Files.readString(folder.resolve(file), UTF_8);
  }
}
