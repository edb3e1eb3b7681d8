// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation;

import io.weir.benchmarks.isolation.attack.Attack;
import io.weir.benchmarks.isolation.honest.Failures;
import io.weir.benchmarks.isolation.honest.HonestClient;
import io.weir.benchmarks.isolation.honest.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What came of one attack.
 *
 * @param attack which one
 * @param calm the phase before it
 * @param attacked the phase with it
 * @param survival what was left of the honest client's counts
 * @param effect what the attackers did, and what is seen of it at the server
 */
record AttackResult(
    Attack attack, Phase calm, Phase attacked, HonestClient.Survival survival, Effect effect) {

  /**
   * What the attackers did, and what is seen of it at the server.
   *
   * @param steps how many requests or connections they made
   * @param outcomes how often each outcome was seen
   * @param evicted how many subjects the server has evicted
   * @param residentBytes memory of the server at the end
   */
  record Effect(long steps, Map<String, Long> outcomes, long evicted, long residentBytes) {}

  double ratio() {
    return attacked.times().p99Micros() / calm.times().p99Micros();
  }

  Failures failures() {
    return calm.failures().plus(attacked.failures()).plus(survival.failures());
  }

  /** Every wrong decision, and every count that was lost. */
  List<String> faults() {
    List<String> all = new ArrayList<>(calm.faults());
    all.addAll(attacked.faults());
    all.addAll(survival.lost());
    return all;
  }
}
