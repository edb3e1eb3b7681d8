// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.contender;

/** Who is measured, with what its users write: where they write nothing, its defaults apply. */
public enum Contender {
  NONE("none"),
  PROXY("empty interceptor"),
  WEIR("Weir"),
  BUCKET4J("Bucket4j"),
  RESILIENCE4J("Resilience4j");

  private final String label;

  Contender(String label) {
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

  Blueprint blueprint(Outcome outcome) {
    return switch (this) {
      case NONE -> Unlimited.bare();
      case PROXY -> Unlimited.proxied();
      case WEIR -> Weir.blueprint(outcome);
      case BUCKET4J -> Bucket4j.blueprint(outcome);
      case RESILIENCE4J -> Resilience4j.blueprint(outcome);
    };
  }
}
