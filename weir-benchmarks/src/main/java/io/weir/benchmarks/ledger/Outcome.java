// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger;

import io.weir.benchmarks.ledger.store.Store;
import io.weir.benchmarks.ledger.store.Tally;
import io.weir.simulator.result.Run;
import io.weir.simulator.run.ComparedPolicy;
import java.util.Locale;
import java.util.Optional;

/**
 * What one fleet did under one policy.
 *
 * @param policy the policy
 * @param scale the fleet
 * @param run how soon its regions knew of each other and what they admitted together, in the whole run
 * @param tally what it asked of the ledger while that was measured
 * @param work what that cost the server inside, if there was one
 */
record Outcome(
    ComparedPolicy policy, Scale scale, Run run, Tally tally, Optional<Store.Work> work) {

  String label() {
    return policy.title();
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
    return run.delays().p99() / 1_000;
  }

  /** The part of the units that mattered to a process of another region and that it did not know in the end. */
  double unknownShare() {
    Run.Delays delays = run.delays();
    return delays.unknown() / (double) (delays.units() + delays.hidden() + delays.unknown());
  }

  /** The part of them that was admitted before its region first pushed the window. */
  double hiddenShare() {
    Run.Delays delays = run.delays();
    return delays.hidden() / (double) (delays.units() + delays.hidden() + delays.unknown());
  }

  /** The most that a sliding window held, in limits. */
  double worstAdmitted() {
    return 1 + run.excess().worst();
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
        run.delays().p50() / 1_000,
        p99Seconds(),
        run.delays().worst() / 1_000,
        worstAdmitted());
  }
}
