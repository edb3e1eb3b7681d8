// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger;

import io.weir.benchmarks.ledger.store.Store;
import io.weir.benchmarks.ledger.store.Tally;
import io.weir.benchmarks.ledger.view.Delays;
import io.weir.benchmarks.ledger.view.Excess;
import io.weir.ledger.PushPolicy;
import java.util.Locale;
import java.util.Optional;

/**
 * What one fleet did under one policy while it was measured.
 *
 * @param policy the policy
 * @param scale the fleet
 * @param tally what it asked of the ledger
 * @param work what that cost the server inside, if there was one
 * @param delays how soon regions knew of each other
 * @param excess what they admitted together
 */
record Outcome(
    PushPolicy policy,
    Scale scale,
    Tally tally,
    Optional<Store.Work> work,
    Delays delays,
    Excess excess) {

  String label() {
    return policy.name().toLowerCase(Locale.ROOT);
  }

  double perSecond(double count) {
    return count / scale.measuredSeconds();
  }

  double rowsWritten() {
    return perSecond((double) tally.rowsWritten());
  }

  double rowsRead() {
    return perSecond((double) tally.rowsRead());
  }

  double calls(Tally.Call call) {
    return perSecond((double) tally.calls(call));
  }

  /** Pushes, pulls and heartbeats. */
  double calls() {
    return calls(Tally.Call.PUSH) + calls(Tally.Call.PULL) + calls(Tally.Call.BEAT);
  }

  double p99Seconds() {
    return delays.percentile(0.99) / 1_000;
  }

  /** For those who wait for the rest. */
  String inBrief() {
    return String.format(
        Locale.ROOT,
        "%s, %s: %.0f rows written/s, %.0f read/s, p50 %.2f s, p99 %.2f s, worst %.2f s, admitted up to %.2f limits",
        label(),
        scale.label(),
        rowsWritten(),
        rowsRead(),
        delays.percentile(0.5) / 1_000,
        p99Seconds(),
        delays.percentile(1) / 1_000,
        excess.worst());
  }
}
