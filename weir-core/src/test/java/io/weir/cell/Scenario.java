// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;

/** A scenario written by hand, for a race that random ones would meet too seldom. */
public final class Scenario {
  private final Class<?> test;
  private final List<List<Actor>> threads = new ArrayList<>();

  /** A scenario of this test's operations. */
  public Scenario(Class<?> test) {
    this.test = test;
  }

  /** One more thread, which has yet to be told what to do. */
  public Scenario thread() {
    threads.add(new ArrayList<>());
    return this;
  }

  /** The last thread's next operation. */
  public Scenario then(String operation, Object... arguments) {
    Method method = Arrays.stream(test.getMethods())
        .filter(candidate -> candidate.getName().equals(operation))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no operation " + operation));
    threads.get(threads.size() - 1).add(new Actor(method, List.of(arguments)));
    return this;
  }

  /** As the checker wants it. */
  public ExecutionScenario build() {
    return new ExecutionScenario(List.of(), threads, List.of(), null);
  }
}
