// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.CellKey;

/** A source of sums that arrived from other processes and regions before their cells were created here. */
public interface Imports {

  /** No imports, for a process that shares no counts. */
  Imports NONE = new Imports() {
    @Override
    public boolean mergeInto(Cell cell, CellKey before) {
      return false;
    }

    @Override
    public void mergeInto(Cell cell) {}

    @Override
    public boolean keep(Cell cell, long epochMillis) {
      return false;
    }
  };

  /** Raises the cell's counts to the sums that arrived for it. */
  void mergeInto(Cell cell);

  /** Does the same, and returns whether sums arrived for the preceding window, which has this key. */
  boolean mergeInto(Cell cell, CellKey before);

  /** Keeps the known counts of a cell whose subject leaves memory. False if there is no room for them. */
  boolean keep(Cell cell, long epochMillis);
}
