// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.CellKey;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.origin.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** A read of one or more subjects in one round trip. Completes, never exceptionally, once their trust is updated. */
final class PendingRead extends CompletableFuture<Boolean> {
  private static final long NOT_SENT = Long.MIN_VALUE;

  private final List<Subject> subjects = new ArrayList<>(1);
  private final List<Origin.Query> queries = new ArrayList<>(2);

  /** The subject of each query, by index. */
  private final List<Subject> askers = new ArrayList<>(2);

  private final List<Origin.Publication> publications = new ArrayList<>(1);

  /** The count sent in each publication, by index. */
  private final List<OriginLink.SentCount> sentCounts = new ArrayList<>(1);

  private final AtomicBoolean over = new AtomicBoolean();

  /** When the read was sent, in Unix milliseconds and in elapsed milliseconds. */
  private volatile long asOf;

  private volatile long sentAt = NOT_SENT;

  /** Becomes the subject's only read in flight. False if it already has one. */
  boolean tryAdd(Subject subject) {
    boolean isFirst = subject.tryBeginRead(this);
    if (isFirst) {
      subjects.add(subject);
    }
    return isFirst;
  }

  void recordSent(long epochMillis, long elapsedMillis) {
    asOf = epochMillis;
    sentAt = elapsedMillis;
  }

  /** Composes the call to the origin: the cells to read, and those to publish instead. */
  void compose(OriginLink originLink) {
    subjects.forEach(subject -> addCells(originLink, subject));
  }

  private void addCells(OriginLink originLink, Subject subject) {
    Cell current = subject.current();
    Cell previous = subject.previous();
    addCell(originLink, current);
    if (OriginLink.isSettled(subject, asOf)) {
      return;
    }
    if (previous != null) {
      addCell(originLink, previous);
    } else {
      CellKey before = subject.key(current.sequence() - 1);
      addQuery(subject, new Origin.Query(before, originLink.writer(subject)));
    }
  }

  private void addCell(OriginLink originLink, Cell cell) {
    long known = cell.acknowledged();
    long count = cell.count();
    boolean isTold = count > known && originLink.lease().isValid() && !originLink.isClosed(cell);
    Origin.Publication publication = isTold ? originLink.publication(cell, count) : null;
    if (publication != null) {
      publications.add(publication);
      sentCounts.add(new OriginLink.SentCount(cell, count, known));
    } else {
      String field = originLink.writer(cell.subject());
      addQuery(cell.subject(), new Origin.Query(cell.key(), field));
    }
  }

  private void addQuery(Subject subject, Origin.Query query) {
    askers.add(subject);
    queries.add(query);
  }

  /** Whether the read is not sent yet and not over. */
  boolean isHeldBack() {
    return sentAt == NOT_SENT && !over.get();
  }

  /** Whether the read has no subjects or is over, so that sending it would have no effect. */
  boolean isPointless() {
    return subjects.isEmpty() || over.get();
  }

  /** Whether the read was answered or given up. */
  boolean isOver() {
    return over.get();
  }

  /** Marks the read as over. True only for the first call. */
  boolean tryFinish() {
    return over.compareAndSet(false, true);
  }

  /** Releases the subjects and completes the future for all waiting checks. */
  void end() {
    subjects.forEach(subject -> subject.endRead());
    complete(true);
  }

  List<Subject> subjects() {
    return subjects;
  }

  List<Origin.Query> queries() {
    return queries;
  }

  Subject asker(int query) {
    return askers.get(query);
  }

  List<Origin.Publication> publications() {
    return publications;
  }

  OriginLink.SentCount sentCount(int publication) {
    return sentCounts.get(publication);
  }

  long asOf() {
    return asOf;
  }

  long sentAt() {
    return sentAt;
  }
}
