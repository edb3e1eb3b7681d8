// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.attack;

import java.io.IOException;
import java.util.function.Function;

/**
 * A way in which a client can try to harm others.
 *
 * @param name the name on the command line and in tables
 * @param attackers how many threads take part
 * @param perSecond the maximum number of steps per second, of all threads together
 * @param needsRedis whether the attack makes sense only on a server with Redis
 * @param preparation runs once, before anything is measured
 * @param opening creates an attacker
 */
public record Attack(
    String name,
    int attackers,
    int perSecond,
    boolean needsRedis,
    Preparation preparation,
    Function<Target, Attacker> opening) {

  /** The preparation of an attack. */
  @FunctionalInterface
  public interface Preparation {
    /** Runs the preparation. */
    void prepare(Target target) throws IOException;
  }

  /** An attack that needs no preparation, on any server. */
  public static Attack of(
      String name, int attackers, int perSecond, Function<Target, Attacker> opening) {
    return new Attack(name, attackers, perSecond, false, target -> {}, opening);
  }

  /** The same attack, with a preparation. */
  public Attack after(Preparation first) {
    return new Attack(name, attackers, perSecond, needsRedis, first, opening);
  }

  /** The same attack, only on servers with Redis. */
  public Attack withRedis() {
    return new Attack(name, attackers, perSecond, true, preparation, opening);
  }
}
