// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import io.weir.ledger.SubjectDigest;
import io.weir.sql.dialect.NameDigest;
import java.nio.ByteBuffer;
import java.util.Comparator;

/**
 * A 16-byte digest of names: the first half of their {@link NameDigest}.
 *
 * @param high the first eight bytes
 * @param low the next eight bytes
 */
record LedgerDigest(long high, long low) {

  /** The order in which databases sort digests: byte by byte, unsigned. */
  static final Comparator<LedgerDigest> BYTE_ORDER = Comparator.comparing(
          LedgerDigest::high, Long::compareUnsigned)
      .thenComparing(LedgerDigest::low, Long::compareUnsigned);

  static LedgerDigest of(SubjectDigest subject) {
    return new LedgerDigest(subject.high(), subject.low());
  }

  static LedgerDigest ofRegion(String region) {
    return of("region", region);
  }

  /** Returns the digest of the owner of a component: a region, or a writer in it. */
  static LedgerDigest ofOwner(String region, String writer) {
    return of("owner", region, writer);
  }

  static LedgerDigest ofProcess(String region, String incarnation) {
    return of("process", region, incarnation);
  }

  private static LedgerDigest of(String... parts) {
    return of(NameDigest.of(parts));
  }

  static LedgerDigest of(byte[] bytes) {
    ByteBuffer digest = ByteBuffer.wrap(bytes);
    return new LedgerDigest(digest.getLong(), digest.getLong());
  }

  byte[] bytes() {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
  }
}
