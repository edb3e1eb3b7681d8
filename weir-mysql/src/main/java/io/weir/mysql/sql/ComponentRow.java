// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.SubjectDigest;
import io.weir.sql.dialect.ReadableText;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.Optional;

/**
 * A row of the table for a component that is pushed.
 *
 * @param index its position in the list that was pushed
 * @param component the component
 * @param subject the first part of its key; the second is the cell's sequence
 * @param owner the last part of its key
 */
record ComponentRow(int index, Component component, LedgerDigest subject, LedgerDigest owner) {

  /** The order of the table's key. Transactions that lock rows in the same order cannot deadlock. */
  static final Comparator<ComponentRow> KEY_ORDER = Comparator.comparing(
          ComponentRow::subject, LedgerDigest.BYTE_ORDER)
      .thenComparing(componentRow -> componentRow.component.cell().sequence())
      .thenComparing(ComponentRow::owner, LedgerDigest.BYTE_ORDER);

  /** How many values {@link #bind} sets. */
  static final int VALUES = 13;

  private static final int MAX_WORKSPACE = 191;
  private static final int MAX_NAME = 512;
  private static final int MAX_REGION = 48;

  /** An incarnation consists of two numbers in base 36, followed in a writer by a generation: 33 characters. */
  static final int MAX_WRITER = 64;

  static ComponentRow of(int index, Component component) {
    return new ComponentRow(
        index,
        component,
        LedgerDigest.of(SubjectDigest.of(component.cell().subject())),
        LedgerDigest.ofOwner(component.region(), component.writer()));
  }

  /**
   * Returns why the component cannot be stored, if that is so. Checked before the database is called, because a
   * database that is not in strict mode would truncate a name that is too long and report success.
   */
  static Optional<String> fault(Component component) {
    SubjectKey subject = component.cell().subject();
    return tooLong("workspace", subject.workspace(), MAX_WORKSPACE)
        .or(() -> tooLong("namespace", subject.namespace(), MAX_NAME))
        .or(() -> tooLong("identifier", subject.identifier(), MAX_NAME))
        .or(() -> tooLong("region", component.region(), MAX_REGION))
        .or(() -> tooLong("writer", component.writer(), MAX_WRITER));
  }

  private static Optional<String> tooLong(String what, String text, int max) {
    int length = text.codePointCount(0, text.length());
    return length <= max
        ? Optional.empty()
        : Optional.of(what + " has " + length + " characters, but the maximum is " + max);
  }

  /** Sets the values of this row, beginning at this parameter index. */
  void bind(PreparedStatement statement, int from) throws SQLException {
    CellKey cell = component.cell();
    SubjectKey key = cell.subject();
    int at = from;
    statement.setBytes(at++, subject.bytes());
    statement.setLong(at++, cell.sequence());
    statement.setBytes(at++, owner.bytes());
    statement.setBytes(at++, LedgerDigest.ofRegion(component.region()).bytes());
    statement.setString(at++, ReadableText.encode(key.workspace()));
    statement.setString(at++, ReadableText.encode(key.namespace()));
    statement.setString(at++, ReadableText.encode(key.identifier()));
    statement.setLong(at++, key.durationMillis());
    statement.setString(at++, ReadableText.encode(component.region()));
    statement.setString(at++, ReadableText.encode(component.writer()));
    statement.setLong(at++, component.count());
    statement.setLong(at++, cell.expiresAtMillis());
    statement.setLong(at, key.epoch());
  }
}
