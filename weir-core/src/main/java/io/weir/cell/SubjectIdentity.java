// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.reset.Epochs;

/**
 * The identity of a subject: its scope, its identifier, and what distinguishes it from other subjects of the same
 * name. A base class instead of a field, to save memory.
 */
abstract sealed class SubjectIdentity extends RegionalView permits Subject {
  private final Scope scope;
  private final String identifier;

  /** Distinguishes this subject from earlier ones of the same name in this process. */
  private final int generation;

  /** The latest reset of the identifier when this subject was created; 0 if there was none. */
  private final long epoch;

  SubjectIdentity(Scope scope, String identifier, int generation) {
    this.scope = scope;
    this.identifier = identifier;
    this.generation = generation;
    this.epoch = scope.epoch(identifier);
  }

  /** The scope that the subject belongs to. */
  public Scope scope() {
    return scope;
  }

  /** The identifier whose usage the subject counts. */
  public String identifier() {
    return identifier;
  }

  /** A number unique within this process. All threads order subjects by it. */
  public int generation() {
    return generation;
  }

  /** The key of one of its windows in the stores. */
  public CellKey key(long sequence) {
    SubjectKey key = new SubjectKey(
        scope.workspace(), scope.namespace(), identifier, scope.duration(), epochAt(sequence));
    return new CellKey(key, sequence);
  }

  /** Whether a cell in a store belongs to this subject, and not to one from before or after a reset. */
  public boolean isNamed(CellKey cell) {
    return epochAt(cell.sequence()) == cell.subject().epoch();
  }

  private long epochAt(long sequence) {
    return Epochs.at(epoch, sequence * scope.duration(), scope.duration());
  }

  /** Whether the identifier was reset after the subject was created. */
  final boolean isOutdated() {
    return scope.epoch(identifier) != epoch;
  }
}
