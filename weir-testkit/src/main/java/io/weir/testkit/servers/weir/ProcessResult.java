// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.weir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The result of a process.
 *
 * @param exit its exit code
 * @param out its standard output
 * @param errors its standard error
 */
public record ProcessResult(int exit, String out, String errors) {
  /** Returns the complete output, except for the two lines with which a first start prints its key. */
  public String outputWithoutKey() {
    return Stream.concat(
            out.lines().filter(line -> !line.startsWith("root-key ") && !line.startsWith("curl ")),
            errors.lines())
        .collect(Collectors.joining("\n"));
  }

  /** Returns its error messages, and asserts that it printed no stack trace. */
  public List<String> errorMessages() {
    assertThat(errors).doesNotContain("\tat ").doesNotContain("Exception in thread");
    return errors.lines().filter(line -> line.startsWith("weir serve: ")).toList();
  }
}
