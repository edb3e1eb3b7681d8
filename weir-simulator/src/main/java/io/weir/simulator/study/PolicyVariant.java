// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.study;

import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.ledger.PushPolicy.PushTerms;
import io.weir.simulator.run.ComparedPolicy;
import java.util.List;

/**
 * A policy with particular settings.
 *
 * @param contender the policy
 * @param label the difference from other variants
 * @param terms the settings
 */
public record PolicyVariant(ComparedPolicy contender, String label, PushTerms terms) {

  /**
   * All variants: those that answer the RFC's open questions, and the alternatives among which Weir's own settings
   * were chosen.
   */
  public static final List<PolicyVariant> ALL = List.of(
      new PolicyVariant(
          ComparedPolicy.RFC, "floor 75 %, sync 10 s", new PushTerms(750, 10_000, 10_000)),
      new PolicyVariant(
          ComparedPolicy.RFC, "floor 50 %, sync 10 s (as proposed)", PushPolicy.RFC.terms()),
      new PolicyVariant(
          ComparedPolicy.RFC, "floor 25 %, sync 10 s", new PushTerms(250, 10_000, 10_000)),
      new PolicyVariant(
          ComparedPolicy.RFC, "floor 75 %, sync 5 s", new PushTerms(750, 5_000, 5_000)),
      new PolicyVariant(
          ComparedPolicy.RFC, "floor 50 %, sync 5 s", new PushTerms(500, 5_000, 5_000)),
      new PolicyVariant(
          ComparedPolicy.RFC, "floor 25 %, sync 5 s", new PushTerms(250, 5_000, 5_000)),
      new PolicyVariant(
          ComparedPolicy.UPSTREAM, "floor 20 %, sync 5 s (as it is)", PushPolicy.UPSTREAM.terms()),
      new PolicyVariant(ComparedPolicy.WEIR, "floor 1/2", new PushTerms(500, 250, 500)),
      new PolicyVariant(ComparedPolicy.WEIR, "floor 1/4", new PushTerms(250, 250, 500)),
      new PolicyVariant(ComparedPolicy.WEIR, "floor 1/5", new PushTerms(200, 250, 500)),
      new PolicyVariant(ComparedPolicy.WEIR, "floor 1/regions (default)", PushPolicy.WEIR.terms()),
      new PolicyVariant(
          ComparedPolicy.WEIR,
          "push 125 ms, pull 250 ms",
          new PushTerms(PushTerms.EQUAL_SHARE, 125, 250)),
      new PolicyVariant(
          ComparedPolicy.WEIR,
          "push 250 ms, pull 1 s",
          new PushTerms(PushTerms.EQUAL_SHARE, 250, 1_000)),
      new PolicyVariant(
          ComparedPolicy.WEIR,
          "push 1 s, pull 2 s",
          new PushTerms(PushTerms.EQUAL_SHARE, 1_000, 2_000)),
      new PolicyVariant(
          ComparedPolicy.WEIR,
          "push 5 s, pull 5 s",
          new PushTerms(PushTerms.EQUAL_SHARE, 5_000, 5_000)));

  /** Returns whether its settings are the policy's defaults. */
  public boolean hasDefaultTerms() {
    return terms.equals(policy().terms());
  }

  /** Returns the options of its ledger. */
  public LedgerOptions options() {
    return LedgerOptions.defaults().withPolicy(policy()).withTerms(terms);
  }

  private PushPolicy policy() {
    return switch (contender) {
      case RFC -> PushPolicy.RFC;
      case UPSTREAM -> PushPolicy.UPSTREAM;
      default -> PushPolicy.WEIR;
    };
  }
}
