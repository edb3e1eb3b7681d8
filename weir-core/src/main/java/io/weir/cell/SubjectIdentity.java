// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.reset.Epochs;

/** Which subject this is: its scope, its identifier, and what tells it apart from others of the same name. A base class to save memory. */
abstract sealed class SubjectIdentity extends RegionalView permits Subject {
  private final Scope scope;
  private final String identifier;

  /** Tells this subject apart from earlier ones of the same name in this process. */
  private final int generation;

  /** The latest reset of the identifier when this subject was made; 0 if there was none. */
  private final long epoch;

  SubjectIdentity(Scope scope, String identifier, int generation) {
    this.scope = scope;
    this.identifier = identifier;
    this.generation = generation;
    this.epoch = scope.epoch(identifier);
  }

  /** The group of subjects that this one belongs to. */
  public Scope scope() {
    return scope;
  }

  /** Whom the subject is about. */
  public String identifier() {
    return identifier;
  }

  /** Tells subjects of one process apart, and orders them the same way for every thread. */
  public int generation() {
    return generation;
  }

  /** The name of one of its windows in the stores. */
  public CellKey key(long sequence) {
    SubjectKey key = new SubjectKey(
        scope.workspace(), scope.namespace(), identifier, scope.duration(), epochAt(sequence));
    return new CellKey(key, sequence);
  }

  /** Whether a cell in a store is one of its windows, and not one from before or after a reset. */
  public boolean isNamed(CellKey cell) {
    return epochAt(cell.sequence()) == cell.subject().epoch();
  }

  private long epochAt(long sequence) {
    return Epochs.at(epoch, sequence * scope.duration(), scope.duration());
  }

  /** Whether the identifier was reset since the subject was made. */
  final boolean isOutdated() {
    return scope.epoch(identifier) != epoch;
  }
}
