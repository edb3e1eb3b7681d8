// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import java.util.List;

/** What one thread alone would count, and which answers are right where more than one may be. Never changes. */
public interface SequentialModel {

  /**
   * Where this call may lead: nowhere, if its answer is wrong.
   *
   * @param modelCall what was asked and answered
   * @param before calls that overlap with it in time and were put before it
   * @param after calls that overlap with it in time and are still to come
   */
  List<SequentialModel> next(ModelCall modelCall, List<ModelCall> before, List<ModelCall> after);

  /**
   * One operation of a scenario.
   *
   * @param operation its name
   * @param arguments what was asked
   * @param result what was answered: a value, or "void"
   */
  record ModelCall(String operation, List<Object> arguments, Object result) {

    /** An argument. All of them are numbers. */
    public int number(int index) {
      return (Integer) arguments.get(index);
    }

    /** Whether the answer was yes. */
    public boolean isAllowed() {
      return Boolean.TRUE.equals(result);
    }

    /** Whether this is one of those. */
    public boolean is(String name) {
      return operation.equals(name);
    }
  }
}
