// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.contender;

/** The contenders, each used as its users would use it, with its default settings where they set nothing. */
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

  /** The name in tables. */
  public String label() {
    return label;
  }

  /** Whether the contender can refuse a request. */
  public boolean limits() {
    return this != NONE && this != PROXY;
  }

  /** Whether this is another limiter that Weir is compared with. */
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
