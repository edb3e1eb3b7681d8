// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.weir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is left of a process.
 *
 * @param exit its exit code
 * @param out what it wrote to standard output
 * @param errors what it wrote to standard error
 */
public record ProcessResult(int exit, String out, String errors) {
  /** Everything it wrote, except for the two lines by which a first start tells its key. */
  public String outputWithoutKey() {
    return Stream.concat(
            out.lines().filter(line -> !line.startsWith("root-key ") && !line.startsWith("curl ")),
            errors.lines())
        .collect(Collectors.joining("\n"));
  }

  /** What it complained of, if it did so in whole sentences: a stack trace is for those who wrote the program. */
  public List<String> errorMessages() {
    assertThat(errors).doesNotContain("\tat ").doesNotContain("Exception in thread");
    return errors.lines().filter(line -> line.startsWith("weir serve: ")).toList();
  }
}
