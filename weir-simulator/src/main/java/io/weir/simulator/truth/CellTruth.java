// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import io.weir.CellKey;
import io.weir.simulator.fleet.ProcessInstance;
import java.util.Arrays;

/** The units that were truly admitted into one cell, by process, region and time. */
public final class CellTruth {
  private final CellKey key;
  private final long[] byRegion;
  private int[] processes = new int[2];
  private long[] byProcess = new long[2];
  private int processesUsed;
  private long total;
  private final AdmissionTrail admissionTrail = new AdmissionTrail();

  CellTruth(CellKey key, int regions) {
    this.key = key;
    this.byRegion = new long[regions];
  }

  /** Records units admitted by a process. */
  public void admitted(ProcessInstance by, long cost, long atMillis) {
    total += cost;
    byRegion[by.region()] += cost;
    int number = by.number();
    int at = indexOf(number);
    if (at < 0) {
      if (processesUsed == processes.length) {
        processes = Arrays.copyOf(processes, 2 * processesUsed);
        byProcess = Arrays.copyOf(byProcess, 2 * processesUsed);
      }
      at = processesUsed++;
      processes[at] = number;
    }
    byProcess[at] += cost;
    admissionTrail.admitted(by.region(), cost, atMillis);
  }

  private int indexOf(int number) {
    for (int i = 0; i < processesUsed; i++) {
      if (processes[i] == number) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the key of the cell. */
  public CellKey key() {
    return key;
  }

  /** Returns the units admitted by all regions. */
  public long total() {
    return total;
  }

  /** Returns the units admitted by a region. */
  public long region(int region) {
    return byRegion[region];
  }

  /** Returns the units admitted by one process. */
  public long process(int number) {
    int at = indexOf(number);
    return at < 0 ? 0 : byProcess[at];
  }

  /** Returns the times of admission and of propagation. */
  public AdmissionTrail trail() {
    return admissionTrail;
  }
}
