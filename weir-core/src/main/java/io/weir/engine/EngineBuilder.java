// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.Observer;
import io.weir.cell.Imports;
import io.weir.cell.SubjectTable;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerOptions;
import io.weir.memory.HeapSizes;
import io.weir.memory.MemoryPlan;
import io.weir.origin.Origin;
import io.weir.origin.OriginOptions;
import io.weir.reset.Epochs;
import io.weir.reset.Resetter;
import io.weir.time.CoarseClock;
import io.weir.time.EpochClock;
import io.weir.time.NanoClock;
import io.weir.world.ForeignSums;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Puts an engine together. Everything has a default; {@link #build} reports all faults at once. */
public final class EngineBuilder {

  /** As wide as the ledger's column. */
  public static final int MAX_REGION = 48;

  /** Long enough for a few attempts at a slow store, short enough for a deployment that waits for it. */
  public static final long DEFAULT_CLOSE_MILLIS = 5_000;

  /** The least memory for subjects: with less, there would hardly be one to choose for eviction. */
  public static final long MIN_SUBJECT_BYTES = 65_536;

  EpochClock clock = new CoarseClock();
  boolean ownsClock = true;
  NanoClock elapsed = NanoClock.system();
  RandomGenerator random = new SecureRandom();
  Observer observer = Observer.NONE;

  @Nullable
  Origin origin;

  @Nullable
  OriginOptions originOptions;

  @Nullable
  Ledger ledger;

  LedgerOptions ledgerOptions = LedgerOptions.defaults();
  String region = "";
  long maxSubjects = Integer.MAX_VALUE;
  MemoryPlan memory = MemoryPlan.ofThisProcess();

  @Nullable
  Long maxSubjectBytes;

  long closeMillis = DEFAULT_CLOSE_MILLIS;

  EngineBuilder() {}

  /** Wall time, in place of a {@link CoarseClock} that the engine starts and stops. */
  public EngineBuilder clock(EpochClock wallClock) {
    clock = wallClock;
    ownsClock = false;
    return this;
  }

  /** Elapsed time, in place of the machine's. */
  public EngineBuilder elapsed(NanoClock elapsedClock) {
    elapsed = elapsedClock;
    return this;
  }

  /** Where the process's name and the agents' jitter are drawn from. A seeded one makes an engine reproducible. */
  public EngineBuilder random(RandomGenerator generator) {
    random = generator;
    return this;
  }

  /** Who hears of decisions and events. */
  public EngineBuilder observer(Observer listener) {
    observer = listener;
    return this;
  }

  /** The store that the processes of this region share. The engine closes it; so does {@link #build} if it fails. */
  public EngineBuilder origin(Origin store) {
    origin = store;
    return this;
  }

  /** The pace of convergence within the region. */
  public EngineBuilder originOptions(OriginOptions options) {
    originOptions = options;
    return this;
  }

  OriginOptions originOptions() {
    if (originOptions != null) {
      return originOptions;
    }
    return origin != null && origin.isExclusive()
        ? OriginOptions.exclusive()
        : OriginOptions.defaults();
  }

  /** The store that all regions share; needs a {@link #region}. The engine closes it; so does {@link #build} if it fails. */
  public EngineBuilder ledger(Ledger store) {
    ledger = store;
    return this;
  }

  /** The policy of convergence between regions. */
  public EngineBuilder ledgerOptions(LedgerOptions options) {
    ledgerOptions = options;
    return this;
  }

  /** The name under which this region stands in the ledger, 1 to 48 characters. No default: two regions must not share it. */
  public EngineBuilder region(String name) {
    region = name;
    return this;
  }

  /** How many subjects may be in memory before the least used are evicted; by default, as many as {@link #maxSubjectBytes} allows. */
  public EngineBuilder maxSubjects(long subjects) {
    maxSubjects = subjects;
    return this;
  }

  /** How much memory subjects may take before the least used are evicted; by default, a third of the heap. */
  public EngineBuilder maxSubjectBytes(long bytes) {
    maxSubjectBytes = bytes;
    return this;
  }

  /** How much of the heap each part of the engine may take, in place of the plan for this process's heap. */
  public EngineBuilder memory(MemoryPlan plan) {
    memory = plan;
    return this;
  }

  /** The plan, with the ceiling for subjects that was asked for. */
  MemoryPlan memory() {
    return maxSubjectBytes == null ? memory : memory.withSubjects(maxSubjectBytes);
  }

  /** As many foreign sums as were asked for, if they fit into memory. */
  ForeignSums foreignSums() {
    long affordable = Math.max(1, memory.foreignSums() / HeapSizes.FOREIGN_SUM);
    return new ForeignSums((int) Math.min(ledgerOptions.maxForeignSums(), affordable));
  }

  /** How long close() may take to tell each of the stores what it does not know yet. */
  public EngineBuilder closeMillis(long millis) {
    closeMillis = millis;
    return this;
  }

  /**
   * The engine, not yet started. The stores are its own from here on: if it can't be built, they are closed, since who
   * made them for it often keeps no other hold on them, and their threads would keep a program from ending.
   */
  public Engine build() {
    List<String> faults = new ArrayList<>();
    if (ledger != null && region.isEmpty()) {
      faults.add("region is required with a ledger, 1 to " + MAX_REGION + " characters");
    }
    if (ledger != null && origin != null && origin.isExclusive()) {
      faults.add("a ledger needs an origin that processes can share, or no origin, but this origin"
          + " belongs to a single process");
    }
    int regionLength = region.codePointCount(0, region.length());
    if (regionLength > MAX_REGION) {
      faults.add("region must be 1 to " + MAX_REGION + " characters, but had " + regionLength);
    }
    if (maxSubjects < 1 || maxSubjects > Integer.MAX_VALUE) {
      faults.add("maxSubjects must be 1 to " + Integer.MAX_VALUE + ", but was " + maxSubjects);
    }
    if (maxSubjectBytes != null && maxSubjectBytes < MIN_SUBJECT_BYTES) {
      faults.add(
          "maxSubjectBytes must be at least " + MIN_SUBJECT_BYTES + ", but was " + maxSubjectBytes);
    }
    if (closeMillis < 0 || closeMillis > 600_000) {
      faults.add("closeMillis must be 0 to 600000, but was " + closeMillis);
    }
    if (!faults.isEmpty()) {
      closeStores();
      throw new IllegalArgumentException("the engine can't be built: " + String.join("; ", faults));
    }
    return new Engine(this);
  }

  private void closeStores() {
    if (origin != null) {
      origin.close();
    }
    if (ledger != null) {
      ledger.close();
    }
  }

  /** The ledger first: all regions read it. */
  List<Resetter.ResetStore> resets() {
    List<Resetter.ResetStore> sources = new ArrayList<>();
    if (ledger != null) {
      sources.add(new Resetter.ResetStore(Observer.Dependency.LEDGER, ledger.resets()));
    }
    if (origin != null) {
      sources.add(new Resetter.ResetStore(Observer.Dependency.ORIGIN, origin.resets()));
    }
    return sources;
  }

  SubjectTable table(ForeignSums sums, Observer observed, Epochs epochs) {
    SubjectTable.SubjectCapacity subjectCapacity =
        new SubjectTable.SubjectCapacity(maxSubjects, memory().subjects());
    return new SubjectTable(subjectCapacity, sharing(sums), observed, epochs);
  }

  private SubjectTable.StoreSharing sharing(ForeignSums sums) {
    boolean isExclusive = origin != null && origin.isExclusive();
    Imports imports = ledger == null && !isExclusive ? Imports.NONE : sums;
    return new SubjectTable.StoreSharing(origin != null, ledger != null, imports);
  }
}
