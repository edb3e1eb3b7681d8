// SPDX-License-Identifier: Apache-2.0
package io.weir.sql;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.util.Set;

/**
 * Errors after which the same connection would go on to fail where a new one may not: rights are looked up when a connection
 * is made, and behind a name that moved there is another server by now.
 */
final class EvictingErrors implements SQLExceptionOverride {
  /** No rights to the database, a table, a column or the action; the server is read-only, by an option or altogether. */
  private static final Set<Integer> CODES = Set.of(1044, 1142, 1143, 1227, 1290, 1836);

  @java.lang.Override
  public Override adjudicate(SQLException e) {
    return CODES.contains(e.getErrorCode()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
  }
}
