// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.attack;

import java.io.IOException;
import java.util.function.Function;

/**
 * One way in which a client can try to harm others.
 *
 * @param name what it is called on the command line and in tables
 * @param attackers how many threads take part
 * @param perSecond how many steps all of them make per second, at most
 * @param needsRedis whether it makes sense only on a server with Redis
 * @param preparation what is done once, before anything is measured
 * @param opening makes an attacker
 */
public record Attack(
    String name,
    int attackers,
    int perSecond,
    boolean needsRedis,
    Preparation preparation,
    Function<Target, Attacker> opening) {

  /** What is done before an attack. */
  @FunctionalInterface
  public interface Preparation {
    /** Does it. */
    void prepare(Target target) throws IOException;
  }

  /** An attack that needs no preparation, on any server. */
  public static Attack of(
      String name, int attackers, int perSecond, Function<Target, Attacker> opening) {
    return new Attack(name, attackers, perSecond, false, target -> {}, opening);
  }

  /** The same after a preparation. */
  public Attack after(Preparation first) {
    return new Attack(name, attackers, perSecond, needsRedis, first, opening);
  }

  /** The same, on servers with Redis only. */
  public Attack withRedis() {
    return new Attack(name, attackers, perSecond, true, preparation, opening);
  }
}
