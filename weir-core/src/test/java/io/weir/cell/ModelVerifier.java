// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.cell.SequentialModel.ModelCall;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.execution.HBClock;
import org.jetbrains.kotlinx.lincheck.execution.ResultWithClock;
import org.jetbrains.kotlinx.lincheck.util.LincheckResult;
import org.jetbrains.kotlinx.lincheck.util.ValueResult;
import org.jetbrains.kotlinx.lincheck.util.VoidResult;
import org.jetbrains.lincheck.datastructures.verifier.CachedVerifier;
import org.jspecify.annotations.Nullable;

/**
 * A verifier of linearizability for operations with more than one correct answer: searches for one order of the calls
 * that respects time and that a {@link SequentialModel} accepts call by call. The contract is the test's sequential
 * specification.
 */
public final class ModelVerifier extends CachedVerifier {
  private final Class<?> contract;

  /** Creates a verifier for this contract. Called by the checker by reflection. */
  public ModelVerifier(Class<?> contract) {
    this.contract = contract;
  }

  /**
   * A call and its position. To minimize a failing scenario, the checker moves calls before or after its parallel
   * part.
   *
   * @param part before, in, or after the parallel part
   * @param over how many calls of each thread had ended when it began
   */
  private record Placed(ModelCall call, int part, int thread, int place, HBClock over) {
    private boolean isBefore(Placed other) {
      if (part != other.part) {
        return part < other.part;
      }
      return other.thread == thread ? place < other.place : other.over.get(thread) > place;
    }

    private boolean overlaps(Placed other) {
      return !isBefore(other) && !other.isBefore(this);
    }
  }

  @Override
  public boolean verifyResultsImpl(ExecutionScenario scenario, ExecutionResult results) {
    List<Placed> calls = new ArrayList<>();
    addAlone(calls, 0, scenario.getInitExecution(), results.getInitResults());
    for (int thread = 0; thread < scenario.getParallelExecution().size(); thread++) {
      List<Actor> actors = scenario.getParallelExecution().get(thread);
      List<ResultWithClock> answers = results.getParallelResultsWithClock().get(thread);
      for (int place = 0; place < actors.size(); place++) {
        ModelCall modelCall = call(actors.get(place), answers.get(place).getResult());
        calls.add(new Placed(modelCall, 1, thread, place, answers.get(place).getClockOnStart()));
      }
    }
    addAlone(calls, 2, scenario.getPostExecution(), results.getPostResults());
    return isOrderly(begin(), List.of(), calls);
  }

  private static void addAlone(
      List<Placed> calls, int part, List<Actor> actors, List<LincheckResult> results) {
    for (int place = 0; place < actors.size(); place++) {
      ModelCall modelCall = call(actors.get(place), results.get(place));
      calls.add(new Placed(modelCall, part, 0, place, new HBClock(new int[0])));
    }
  }

  private static ModelCall call(Actor actor, @Nullable LincheckResult result) {
    return new ModelCall(actor.getMethod().getName(), actor.getArguments(), value(result));
  }

  private static Object value(@Nullable LincheckResult result) {
    Object value = result instanceof ValueResult answer ? answer.getValue() : result;
    return value == null || value instanceof VoidResult ? "void" : value;
  }

  private SequentialModel begin() {
    try {
      return (SequentialModel) contract.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a contract needs a public constructor: " + contract, e);
    }
  }

  private static boolean isOrderly(SequentialModel state, List<Placed> done, List<Placed> left) {
    if (left.isEmpty()) {
      return true;
    }
    for (Placed next : left) {
      if (left.stream().noneMatch(other -> other.isBefore(next))) {
        List<SequentialModel> states =
            state.next(next.call(), overlapping(next, done), overlapping(next, left));
        if (states.stream()
            .anyMatch(then -> isOrderly(then, with(done, next), without(left, next)))) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<ModelCall> overlapping(Placed call, List<Placed> others) {
    return others.stream()
        .filter(other -> !other.equals(call) && other.overlaps(call))
        .map(Placed::call)
        .toList();
  }

  private static List<Placed> with(List<Placed> calls, Placed added) {
    List<Placed> all = new ArrayList<>(calls);
    all.add(added);
    return all;
  }

  private static List<Placed> without(List<Placed> calls, Placed removed) {
    return calls.stream().filter(call -> !call.equals(removed)).toList();
  }
}
