// SPDX-License-Identifier: Apache-2.0
package io.weir;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A value written before a volatile flag is seen by whoever sees the flag. Shows that the wiring works. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "read before the writes")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "read between the writes")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "read after the writes")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "the flag without the value")
@State
public class PublicationStress {
  private int value;
  private volatile int flag;

  @Actor
  public void write() {
    value = 1;
    flag = 1;
  }

  @Actor
  public void read(II_Result seen) {
    seen.r1 = flag;
    seen.r2 = value;
  }
}
