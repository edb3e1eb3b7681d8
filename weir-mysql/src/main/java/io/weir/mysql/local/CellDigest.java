// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import io.weir.CellKey;
import io.weir.ledger.SubjectDigest;
import java.nio.ByteBuffer;
import java.util.Comparator;

/**
 * The key of a cell in the table.
 *
 * @param high the first eight bytes of the subject's digest
 * @param low the next eight bytes
 * @param sequence the sequence of the window
 */
record CellDigest(long high, long low, long sequence) {
  static final int BYTES = 2 * Long.BYTES;

  /** The order of the table, in which neighbouring keys share pages. */
  static final Comparator<CellDigest> KEY_ORDER = CellDigest::compare;

  /** Written by hand: comparators of keys would box the numbers in each comparison. */
  private static int compare(CellDigest one, CellDigest other) {
    int order = Long.compareUnsigned(one.high, other.high);
    if (order == 0) {
      order = Long.compareUnsigned(one.low, other.low);
    }
    return order == 0 ? Long.compare(one.sequence, other.sequence) : order;
  }

  static CellDigest of(CellKey cell) {
    SubjectDigest subject = SubjectDigest.of(cell.subject());
    return new CellDigest(subject.high(), subject.low(), cell.sequence());
  }

  static CellDigest of(byte[] digest, long sequence) {
    ByteBuffer bytes = ByteBuffer.wrap(digest);
    return new CellDigest(bytes.getLong(), bytes.getLong(), sequence);
  }

  byte[] bytes() {
    return ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
  }

  /** Returns the first byte of the digest, which selects one of 256 ranges. */
  int range() {
    return (int) (high >>> 56);
  }
}
