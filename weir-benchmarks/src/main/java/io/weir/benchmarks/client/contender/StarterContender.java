// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.contender;

/** Who is measured, with what its users write: where they write nothing, its defaults apply. */
public enum StarterContender {
  NONE("none"),
  PROXY("empty interceptor"),
  WEIR("Weir"),
  BUCKET4J("Bucket4j"),
  RESILIENCE4J("Resilience4j");

  private final String label;

  StarterContender(String label) {
    this.label = label;
  }

  /** What tables call it. */
  public String label() {
    return label;
  }

  /** Whether it can refuse anything. */
  public boolean limits() {
    return this != NONE && this != PROXY;
  }

  /** Whether this is another limiter: one that Weir's figures are held against. */
  public boolean isPeer() {
    return this == BUCKET4J || this == RESILIENCE4J;
  }

  ApplicationSpec blueprint(ExpectedOutcome expectedOutcome) {
    return switch (this) {
      case NONE -> NoLimiter.bare();
      case PROXY -> NoLimiter.proxied();
      case WEIR -> WeirStarter.blueprint(expectedOutcome);
      case BUCKET4J -> Bucket4jStarter.blueprint(expectedOutcome);
      case RESILIENCE4J -> Resilience4jStarter.blueprint(expectedOutcome);
    };
  }
}
