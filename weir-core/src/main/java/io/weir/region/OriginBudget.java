// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.Observer;
import io.weir.origin.Origin;
import io.weir.origin.OriginOptions;
import io.weir.process.Self;
import io.weir.time.Agent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Keeps a workspace from filling the origin for everybody: decides who may create cells and fields there. */
public final class OriginBudget implements Agent, Link.Room {
  /*
   * A cell can't be taken back: it stays until its window is over, for up to two months. So a workspace may have at most
   * three times as much as is still free, counted with all processes of the region. One that floods stops at three quarters
   * of the ceiling, two at three sevenths each; whatever they do, something stays free, and a workspace that has little gets
   * some of it. Nobody needs to know how many workspaces there are.
   *
   * The account is in the origin, beside the cells: it is lost with them, and survives restarts with them. Who created a cell
   * reports it, in bulk. Between reports a process counts what it adds itself. A cell that is there may be updated by every
   * process, and each needs a field in it for that: room for these is set aside when the cell is created. A subject that left
   * the memory of its process and returns needs one more, each time: these are reported like cells, and withheld like cells.
   */

  /** How often is reported and asked. What other processes add meanwhile is not known: the free part has to bear it. */
  private static final long PERIOD_MILLIS = 1_000;

  /** The same of a process that has nothing to report. */
  private static final long IDLE_PERIOD_MILLIS = 10_000;

  /** The least time between two reports. */
  private static final long LEAST_PERIOD_MILLIS = 50;

  /** A report does not wait once so large a part of what was free was added, as a divisor. */
  private static final long MUCH = 16;

  /** An answer that took longer never comes. */
  private static final long DEADLINE_MILLIS = 5_000;

  /** How many times what is free a workspace may have. */
  private static final long FACTOR = 3;

  /** How long a workspace creates nothing after the origin itself said that it is full. */
  private static final long REFUSED_MILLIS = 10_000;

  /** Lives are told apart by a sixteenth, and no finer than a minute: an account has few entries. */
  private static final int LIFE_PARTS = 16;

  private static final long LEAST_LIFE_PART_MILLIS = 65_536;

  /** Additions that wait to be reported while that fails; what is more is not counted. */
  private static final int MOST_ADDITIONS = 10_000;

  /** What another process's field takes in a cell, about. */
  private static final long FIELD_BYTES = 48;

  private record Slot(String workspace, long lifeMillis) {}

  private record Report(
      long number, long sentAt, Map<Slot, Origin.Memory> additions, List<String> workspaces) {}

  private record Answer(long number, Origin.@Nullable Usage usage) {}

  private final Origin origin;
  private final OriginOptions options;
  private final Self self;
  private final IntSupplier processes;
  private final Map<String, Share> shares = new ConcurrentHashMap<>();
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();

  /** What was created and not yet reported. Guarded by this, as are the next. */
  private Map<Slot, Origin.Memory> additions = new HashMap<>();

  private @Nullable Report inFlight;
  private long reports;
  private long nextAt;
  private long knownBytes;
  private long addedBytes;
  private long reportedBytes;
  private long ceilingBytes = Long.MAX_VALUE;

  /** Whether the next report can't wait. */
  private boolean isUrgent;

  /** Accounts for what this process, one of so many, creates in this origin. */
  public OriginBudget(Origin origin, OriginOptions options, Self self, IntSupplier processes) {
    this.origin = origin;
    this.options = options;
    this.self = self;
    this.processes = processes;
    this.nextAt = self.elapsedMillis() + PERIOD_MILLIS;
  }

  @Override
  public boolean mayCreate(String workspace) {
    Share share = shares.get(workspace);
    return share == null || !share.isUsedUp();
  }

  @Override
  public int reservedFields() {
    return Math.max(1, processes.getAsInt());
  }

  @Override
  public synchronized void added(String workspace, long timeToLiveMillis, Origin.Memory memory) {
    Share share = share(workspace);
    isUrgent |= share.isUnknown();
    if (memory.bytes() == 0) {
      return; // a field for which room was set aside
    }
    long reserved = memory.cells() * FIELD_BYTES * (reservedFields() - 1);
    Origin.Memory taken = memory.plus(new Origin.Memory(0, reserved));
    Slot slot = new Slot(workspace, rounded(timeToLiveMillis));
    if (additions.size() < MOST_ADDITIONS || additions.containsKey(slot)) {
      additions.merge(slot, taken, Origin.Memory::plus);
    }
    share.add(taken);
    addedBytes += taken.bytes();
    isUrgent |= addedBytes - reportedBytes > freeBytes() / MUCH;
    judge(workspace, share);
  }

  @Override
  public synchronized void withheld(String workspace) {
    Share share = share(workspace);
    if (!share.isUsedUp()) { // by the origin itself
      share.refused(self.elapsedMillis() + REFUSED_MILLIS);
      judge(workspace, share);
    }
  }

  private Share share(String workspace) {
    Share share = shares.computeIfAbsent(workspace, name -> new Share());
    share.asked(self.elapsedMillis());
    return share;
  }

  private void judge(String workspace, Share share) {
    long free = freeBytes();
    long most = free > Long.MAX_VALUE / FACTOR ? Long.MAX_VALUE : free * FACTOR;
    if (share.judge(most, self.elapsedMillis())) {
      self.observer().originRoom(workspace, share.isUsedUp(), share.bytes());
    }
  }

  private long freeBytes() {
    return Math.max(0, ceilingBytes - knownBytes - addedBytes);
  }

  /** Rounded up, so that an account never forgets a cell that is still there. */
  private static long rounded(long lifeMillis) {
    long part = Math.max(LEAST_LIFE_PART_MILLIS, Long.highestOneBit(lifeMillis / LIFE_PARTS));
    return Math.floorDiv(lifeMillis + part - 1, part) * part;
  }

  @Override
  public int work() {
    int done = takeAnswers();
    Origin.Account account = compose();
    if (account == null) {
      return done;
    }
    long number = reports;
    origin
        .account(account)
        .whenComplete(
            (usage, failure) -> answers.add(new Answer(number, failure == null ? usage : null)));
    return done + 1 + takeAnswers();
  }

  private synchronized Origin.@Nullable Account compose() {
    long now = self.elapsedMillis();
    Report late = inFlight;
    if (late != null && now - late.sentAt() < DEADLINE_MILLIS) {
      return null;
    }
    if (late != null) {
      fail(late);
    }
    boolean isDue = now >= nextAt && (isUrgent || !shares.isEmpty());
    isDue |= now >= nextAt - PERIOD_MILLIS + LEAST_PERIOD_MILLIS && isUrgent;
    isDue |= now >= nextAt - PERIOD_MILLIS + IDLE_PERIOD_MILLIS;
    if (!isDue) {
      return null;
    }
    shares.values().removeIf(share -> share.isIdle(now - IDLE_PERIOD_MILLIS));
    Report report = new Report(++reports, now, additions, List.copyOf(shares.keySet()));
    additions = new HashMap<>();
    shares.values().forEach(Share::report);
    reportedBytes = addedBytes;
    isUrgent = false;
    inFlight = report;
    nextAt = now + PERIOD_MILLIS;
    List<Origin.Addition> told = new ArrayList<>(report.additions().size());
    report
        .additions()
        .forEach((slot, memory) ->
            told.add(new Origin.Addition(slot.workspace(), slot.lifeMillis(), memory)));
    return new Origin.Account(told, report.workspaces());
  }

  private synchronized int takeAnswers() {
    int taken = 0;
    for (Answer answer = answers.poll(); answer != null; answer = answers.poll()) {
      Report report = inFlight;
      if (report != null && report.number() == answer.number()) {
        inFlight = null;
        Origin.Usage usage = answer.usage();
        if (usage == null) {
          fail(report);
        } else {
          take(report, usage);
        }
        taken++;
      }
    }
    return taken;
  }

  /** To be reported again. If it had arrived after all, it is counted twice until it expires: too much is safe. */
  private void fail(Report report) {
    inFlight = null;
    report
        .additions()
        .forEach((slot, memory) -> additions.merge(slot, memory, Origin.Memory::plus));
    nextAt = self.elapsedMillis() + DEADLINE_MILLIS;
  }

  private void take(Report report, Origin.Usage usage) {
    knownBytes = usage.total().bytes();
    addedBytes -= reportedBytes;
    reportedBytes = 0;
    boolean isKnown = usage.ceilingBytes() != Origin.Usage.UNKNOWN_CEILING;
    ceilingBytes = isKnown ? usage.ceilingBytes() : options.maxBytes();
    for (int i = 0; i < usage.workspaces().size(); i++) {
      Share share = shares.get(report.workspaces().get(i));
      if (share != null) {
        share.answered(usage.workspaces().get(i));
      }
    }
    shares.forEach(this::judge);
    self.observer().measured(Observer.Gauge.ORIGIN_BYTES, knownBytes);
    boolean isBounded = ceilingBytes != Long.MAX_VALUE;
    self.observer().measured(Observer.Gauge.ORIGIN_CEILING_BYTES, isBounded ? ceilingBytes : 0);
  }
}
