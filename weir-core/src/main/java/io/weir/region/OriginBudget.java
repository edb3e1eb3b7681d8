// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.Observer;
import io.weir.origin.Origin;
import io.weir.origin.OriginOptions;
import io.weir.process.ProcessContext;
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

/** Prevents a single workspace from filling the origin: decides which workspaces may create cells and fields there. */
public final class OriginBudget implements Agent, OriginLink.CreationBudget {
  /*
   * A cell can't be removed early: it stays until its window is over, for up to two months. So a workspace may use at
   * most three times what is still free, summed over all processes of the region. One workspace that floods stops at
   * three quarters of the ceiling, two at three sevenths each. Whatever they do, some space stays free, and a
   * workspace that uses little gets part of it. The rule does not depend on the number of workspaces.
   *
   * The account is stored in the origin, beside the cells: it is lost with them, and survives restarts with them. The
   * process that created a cell reports it, in bulk. Between reports a process adds its own creations locally. Every
   * process may update an existing cell, and each needs a field in it: space for these fields is reserved when the
   * cell is created. A subject that left the memory of its process and returns needs one more field each time: these
   * fields are reported and withheld like cells.
   */

  /**
   * The interval between reports. Additions of other processes during the interval are unknown: the free part has to
   * absorb them.
   */
  private static final long PERIOD_MILLIS = 1_000;

  /** The interval for a process that has nothing to report. */
  private static final long IDLE_PERIOD_MILLIS = 10_000;

  /** The least time between two reports. */
  private static final long MIN_PERIOD_MILLIS = 50;

  /** A report is sent early once this fraction (as a divisor) of what was free has been added. */
  private static final long URGENT_DIVISOR = 16;

  /** An answer that takes longer is treated as lost. */
  private static final long DEADLINE_MILLIS = 5_000;

  /** How many times the free space a workspace may use. */
  private static final long FACTOR = 3;

  /** How long a workspace creates nothing after the origin itself reported that it is full. */
  private static final long REFUSED_MILLIS = 10_000;

  /** Lifetimes are rounded to a sixteenth, and not finer than a minute, so that an account has few entries. */
  private static final int LIFETIME_PARTS = 16;

  private static final long MIN_LIFETIME_PART_MILLIS = 65_536;

  /** The most additions that wait while reporting fails. Further ones are not counted. */
  private static final int MAX_ADDITIONS = 10_000;

  /** The approximate size of another process's field in a cell. */
  private static final long FIELD_BYTES = 48;

  private record AdditionKey(String workspace, long lifetimeMillis) {}

  private record SentReport(
      long number,
      long sentAt,
      Map<AdditionKey, Origin.OriginMemory> additions,
      List<String> workspaces) {}

  private record UsageReply(long number, Origin.@Nullable OriginSpaceUsage usage) {}

  private final Origin origin;
  private final OriginOptions options;
  private final ProcessContext processContext;
  private final IntSupplier processes;
  private final Map<String, OriginUsage> workspaces = new ConcurrentHashMap<>();
  private final Queue<UsageReply> replies = new ConcurrentLinkedQueue<>();

  /** Created but not yet reported. Guarded by this, like the fields below. */
  private Map<AdditionKey, Origin.OriginMemory> additions = new HashMap<>();

  private @Nullable SentReport inFlight;
  private long reports;
  private long nextAt;
  private long knownBytes;
  private long addedBytes;
  private long reportedBytes;
  private long ceilingBytes = Long.MAX_VALUE;

  /** Whether the next report must be sent early. */
  private boolean isUrgent;

  /** Accounts for what this process, one of {@code processes}, creates in this origin. */
  public OriginBudget(
      Origin origin, OriginOptions options, ProcessContext processContext, IntSupplier processes) {
    this.origin = origin;
    this.options = options;
    this.processContext = processContext;
    this.processes = processes;
    this.nextAt = processContext.elapsedMillis() + PERIOD_MILLIS;
  }

  @Override
  public boolean canCreate(String workspace) {
    OriginUsage originUsage = workspaces.get(workspace);
    return originUsage == null || !originUsage.isUsedUp();
  }

  @Override
  public int reservedFields() {
    return Math.max(1, processes.getAsInt());
  }

  @Override
  public synchronized void recordAdded(
      String workspace, long timeToLiveMillis, Origin.OriginMemory originMemory) {
    OriginUsage originUsage = usageOf(workspace);
    isUrgent |= originUsage.isUnknown();
    if (originMemory.bytes() == 0) {
      return; // a field whose space was reserved
    }
    long reserved = originMemory.cells() * FIELD_BYTES * (reservedFields() - 1);
    Origin.OriginMemory taken = originMemory.plus(new Origin.OriginMemory(0, reserved));
    AdditionKey additionKey = new AdditionKey(workspace, rounded(timeToLiveMillis));
    if (additions.size() < MAX_ADDITIONS || additions.containsKey(additionKey)) {
      additions.merge(additionKey, taken, Origin.OriginMemory::plus);
    }
    originUsage.add(taken);
    addedBytes += taken.bytes();
    isUrgent |= addedBytes - reportedBytes > freeBytes() / URGENT_DIVISOR;
    evaluate(workspace, originUsage);
  }

  @Override
  public synchronized void recordWithheld(String workspace) {
    OriginUsage originUsage = usageOf(workspace);
    if (!originUsage.isUsedUp()) { // the origin itself refused it
      originUsage.refused(processContext.elapsedMillis() + REFUSED_MILLIS);
      evaluate(workspace, originUsage);
    }
  }

  private OriginUsage usageOf(String workspace) {
    OriginUsage originUsage = workspaces.computeIfAbsent(workspace, name -> new OriginUsage());
    originUsage.touch(processContext.elapsedMillis());
    return originUsage;
  }

  private void evaluate(String workspace, OriginUsage originUsage) {
    long free = freeBytes();
    long most = free > Long.MAX_VALUE / FACTOR ? Long.MAX_VALUE : free * FACTOR;
    if (originUsage.evaluate(most, processContext.elapsedMillis())) {
      processContext
          .observer()
          .onOriginBudget(workspace, originUsage.isUsedUp(), originUsage.bytes());
    }
  }

  private long freeBytes() {
    return Math.max(0, ceilingBytes - knownBytes - addedBytes);
  }

  /** Rounds up, so that the account never drops a cell that still exists. */
  private static long rounded(long lifeMillis) {
    long part = Math.max(MIN_LIFETIME_PART_MILLIS, Long.highestOneBit(lifeMillis / LIFETIME_PARTS));
    return Math.floorDiv(lifeMillis + part - 1, part) * part;
  }

  @Override
  public int work() {
    int done = takeReplies();
    Origin.UsageReport usageReport = compose();
    if (usageReport == null) {
      return done;
    }
    long number = reports;
    origin
        .reportUsage(usageReport)
        .whenComplete((originSpaceUsage, failure) ->
            replies.add(new UsageReply(number, failure == null ? originSpaceUsage : null)));
    return done + 1 + takeReplies();
  }

  private synchronized Origin.@Nullable UsageReport compose() {
    long now = processContext.elapsedMillis();
    SentReport late = inFlight;
    if (late != null && now - late.sentAt() < DEADLINE_MILLIS) {
      return null;
    }
    if (late != null) {
      fail(late);
    }
    boolean isDue = now >= nextAt && (isUrgent || !workspaces.isEmpty());
    isDue |= now >= nextAt - PERIOD_MILLIS + MIN_PERIOD_MILLIS && isUrgent;
    isDue |= now >= nextAt - PERIOD_MILLIS + IDLE_PERIOD_MILLIS;
    if (!isDue) {
      return null;
    }
    workspaces.values().removeIf(originUsage -> originUsage.isIdle(now - IDLE_PERIOD_MILLIS));
    SentReport sentReport =
        new SentReport(++reports, now, additions, List.copyOf(workspaces.keySet()));
    additions = new HashMap<>();
    workspaces.values().forEach(OriginUsage::report);
    reportedBytes = addedBytes;
    isUrgent = false;
    inFlight = sentReport;
    nextAt = now + PERIOD_MILLIS;
    List<Origin.Addition> reportedAdditions =
        new ArrayList<>(sentReport.additions().size());
    sentReport
        .additions()
        .forEach((additionKey, originMemory) -> reportedAdditions.add(new Origin.Addition(
            additionKey.workspace(), additionKey.lifetimeMillis(), originMemory)));
    return new Origin.UsageReport(reportedAdditions, sentReport.workspaces());
  }

  private synchronized int takeReplies() {
    int taken = 0;
    for (UsageReply usageReply = replies.poll(); usageReply != null; usageReply = replies.poll()) {
      SentReport sentReport = inFlight;
      if (sentReport != null && sentReport.number() == usageReply.number()) {
        inFlight = null;
        Origin.OriginSpaceUsage originSpaceUsage = usageReply.usage();
        if (originSpaceUsage == null) {
          fail(sentReport);
        } else {
          take(sentReport, originSpaceUsage);
        }
        taken++;
      }
    }
    return taken;
  }

  /**
   * Queues the additions to be reported again. If the failed report did arrive, they are counted twice until they
   * expire, which is safe.
   */
  private void fail(SentReport sentReport) {
    inFlight = null;
    sentReport
        .additions()
        .forEach((additionKey, originMemory) ->
            additions.merge(additionKey, originMemory, Origin.OriginMemory::plus));
    nextAt = processContext.elapsedMillis() + DEADLINE_MILLIS;
  }

  private void take(SentReport sentReport, Origin.OriginSpaceUsage originSpaceUsage) {
    knownBytes = originSpaceUsage.total().bytes();
    addedBytes -= reportedBytes;
    reportedBytes = 0;
    boolean isKnown = originSpaceUsage.ceilingBytes() != Origin.OriginSpaceUsage.UNKNOWN_CEILING;
    ceilingBytes = isKnown ? originSpaceUsage.ceilingBytes() : options.maxBytes();
    for (int i = 0; i < originSpaceUsage.workspaces().size(); i++) {
      OriginUsage originUsage = workspaces.get(sentReport.workspaces().get(i));
      if (originUsage != null) {
        originUsage.reportSucceeded(originSpaceUsage.workspaces().get(i));
      }
    }
    workspaces.forEach(this::evaluate);
    processContext.observer().onGauge(Observer.Gauge.ORIGIN_BYTES, knownBytes);
    boolean isBounded = ceilingBytes != Long.MAX_VALUE;
    processContext
        .observer()
        .onGauge(Observer.Gauge.ORIGIN_CEILING_BYTES, isBounded ? ceilingBytes : 0);
  }
}
