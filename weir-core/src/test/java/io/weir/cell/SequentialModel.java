// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import java.util.List;

/** An immutable sequential model, which decides which answers are correct where there may be more than one. */
public interface SequentialModel {

  /**
   * Returns the possible states after this call: none if its answer is wrong.
   *
   * @param modelCall the call and its answer
   * @param before calls that overlap with it in time and are ordered before it
   * @param after calls that overlap with it in time and are ordered after it
   */
  List<SequentialModel> next(ModelCall modelCall, List<ModelCall> before, List<ModelCall> after);

  /**
   * One operation of a scenario.
   *
   * @param operation its name
   * @param arguments its arguments
   * @param result its answer: a value, or "void"
   */
  record ModelCall(String operation, List<Object> arguments, Object result) {

    /** Returns an argument. All of them are numbers. */
    public int number(int index) {
      return (Integer) arguments.get(index);
    }

    /** Whether the call was allowed. */
    public boolean isAllowed() {
      return Boolean.TRUE.equals(result);
    }

    /** Whether the operation has this name. */
    public boolean is(String name) {
      return operation.equals(name);
    }
  }
}
