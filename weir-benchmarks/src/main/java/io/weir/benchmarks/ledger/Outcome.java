// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger;

import io.weir.benchmarks.ledger.store.Store;
import io.weir.benchmarks.ledger.store.Tally;
import io.weir.simulator.result.Run;
import io.weir.simulator.run.ComparedPolicy;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of one fleet under one policy.
 *
 * @param policy the policy
 * @param scale the fleet
 * @param run convergence and admitted units of the whole run
 * @param tally the fleet's calls to the ledger during the measurement
 * @param work the work inside the database server, if there was one
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

  /** Pushes, pulls and heartbeats per second. */
  double calls() {
    return calls(Tally.Call.PUSH) + calls(Tally.Call.PULL) + calls(Tally.Call.BEAT);
  }

  double p99Seconds() {
    return run.delays().p99() / 1_000;
  }

  /** The share of the relevant units that a process of another region did not know in the end. */
  double unknownShare() {
    Run.Delays delays = run.delays();
    return delays.unknown() / (double) (delays.units() + delays.hidden() + delays.unknown());
  }

  /** The share of the relevant units that were admitted before their region first pushed the window. */
  double hiddenShare() {
    Run.Delays delays = run.delays();
    return delays.hidden() / (double) (delays.units() + delays.hidden() + delays.unknown());
  }

  /** The largest count of a sliding window, as a multiple of the limit. */
  double worstAdmitted() {
    return 1 + run.excess().worst();
  }

  /** A one-line summary for the progress output. */
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
