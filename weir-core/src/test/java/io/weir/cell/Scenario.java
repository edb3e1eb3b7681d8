// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;

/** A builder of a handwritten scenario, for a race that random ones would rarely produce. */
public final class Scenario {
  private final Class<?> test;
  private final List<List<Actor>> threads = new ArrayList<>();

  /** Creates a scenario of this test's operations. */
  public Scenario(Class<?> test) {
    this.test = test;
  }

  /** Adds a thread without operations. */
  public Scenario thread() {
    threads.add(new ArrayList<>());
    return this;
  }

  /** Adds an operation to the last thread. */
  public Scenario then(String operation, Object... arguments) {
    Method method = Arrays.stream(test.getMethods())
        .filter(candidate -> candidate.getName().equals(operation))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no operation " + operation));
    threads.get(threads.size() - 1).add(new Actor(method, List.of(arguments)));
    return this;
  }

  /** Returns the scenario in the checker's format. */
  public ExecutionScenario build() {
    return new ExecutionScenario(List.of(), threads, List.of(), null);
  }
}
