// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.CellKey;

/** Sums that arrived from other processes and regions, for cells that are only just coming to be known here. */
public interface Imports {

  /** Nobody else spends anything. */
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

  /** Raises the cell's counts to what arrived for it. */
  void mergeInto(Cell cell);

  /** The same, and tells whether anything arrived for the window before it, which has this name. */
  boolean mergeInto(Cell cell, CellKey before);

  /** Keeps what is known of a cell whose subject leaves memory. False if there is no room for it. */
  boolean keep(Cell cell, long epochMillis);
}
