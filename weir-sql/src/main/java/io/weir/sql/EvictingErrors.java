// SPDX-License-Identifier: Apache-2.0
package io.weir.sql;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.util.Set;

/**
 * Decides which errors make the pool discard a connection. After some, the same connection would continue to fail
 * while a new one may not: privileges are read when a connection is opened, and a host name that was moved now leads
 * to another server.
 */
final class EvictingErrors implements SQLExceptionOverride {
  /**
   * Missing privileges for the database, a table, a column or the action; the server is read-only, by an option or
   * entirely.
   */
  private static final Set<Integer> CODES = Set.of(1044, 1142, 1143, 1227, 1290, 1836);

  @java.lang.Override
  public Override adjudicate(SQLException e) {
    return CODES.contains(e.getErrorCode()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
  }
}
