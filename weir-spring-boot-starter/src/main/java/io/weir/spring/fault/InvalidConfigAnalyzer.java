// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.fault;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A failure analyzer that lists all faults in words, where Spring Boot would print a stack trace. */
public final class InvalidConfigAnalyzer extends AbstractFailureAnalyzer<InvalidConfigException> {

  /** Called by Spring Boot. */
  public InvalidConfigAnalyzer() {}

  @Override
  protected FailureAnalysis analyze(Throwable failure, InvalidConfigException cause) {
    String faults = String.join("\n    - ", cause.faults());
    String count = cause.faults().size() == 1 ? "1 error" : cause.faults().size() + " errors";
    return new FailureAnalysis(
        "Weir found " + count + " in " + cause.where() + ":\n\n    - " + faults,
        "Correct " + (cause.faults().size() == 1 ? "it" : "them")
            + ". docs/spring.md of Weir lists all properties and attributes with their ranges.",
        cause);
  }
}
