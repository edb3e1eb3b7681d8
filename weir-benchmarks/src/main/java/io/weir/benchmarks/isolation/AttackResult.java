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
 * The result of one attack.
 *
 * @param attack the attack
 * @param calm the phase before it
 * @param attacked the phase with it
 * @param survival what remained of the honest client's counts
 * @param effect what the attackers did, and its effect on the server
 */
record AttackResult(
    Attack attack, Phase calm, Phase attacked, HonestClient.Survival survival, Effect effect) {

  /**
   * What the attackers did, and its effect on the server.
   *
   * @param steps how many requests or connections the attackers made
   * @param outcomes how often each outcome occurred
   * @param evicted how many subjects the server has evicted
   * @param residentBytes the server's resident memory at the end
   */
  record Effect(long steps, Map<String, Long> outcomes, long evicted, long residentBytes) {}

  double ratio() {
    return attacked.times().p99Micros() / calm.times().p99Micros();
  }

  Failures failures() {
    return calm.failures().plus(attacked.failures()).plus(survival.failures());
  }

  /** All wrong decisions and lost counts. */
  List<String> faults() {
    List<String> all = new ArrayList<>(calm.faults());
    all.addAll(attacked.faults());
    all.addAll(survival.lost());
    return all;
  }
}
