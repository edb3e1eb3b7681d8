// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import io.weir.CellKey;
import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.Schema;
import java.util.List;

/** The schema and the statements of the ledger's tables. */
public final class LedgerTables {
  /** How the tables are created. */
  public static final Schema.SchemaPlan PLAN = new Schema.SchemaPlan(
      "ledger",
      LedgerTables.class,
      List.of("0001-window-counts", "0002-processes", "0003-lease", "0004-resets"));

  /** The placeholder for the largest possible count. */
  private static final String MOST = "{most}";

  private LedgerTables() {}

  /** Returns the text of one of the ledger's statements, without its comments. */
  static String statement(Dialect dialect, String name) {
    return dialect
        .statement(LedgerTables.class, name)
        .replace(MOST, Long.toString(CellKey.MAX_COUNT));
  }
}
