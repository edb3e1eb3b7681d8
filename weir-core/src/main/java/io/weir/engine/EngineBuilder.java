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

/** A builder of engines. Everything has a default. {@link #build} reports all faults at once. */
public final class EngineBuilder {

  /** The longest region name: the width of the ledger's column. */
  public static final int MAX_REGION = 48;

  /**
   * The default of {@link #closeMillis}: long enough for a few attempts at a slow store, short enough for a deployment
   * that waits for it.
   */
  public static final long DEFAULT_CLOSE_MILLIS = 5_000;

  /** The least memory for subjects: with less, there would hardly be a choice of subjects to evict. */
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

  /** Sets the wall clock, instead of a {@link CoarseClock} that the engine starts and stops. */
  public EngineBuilder clock(EpochClock wallClock) {
    clock = wallClock;
    ownsClock = false;
    return this;
  }

  /** Sets the elapsed-time clock, instead of the machine's. */
  public EngineBuilder elapsed(NanoClock elapsedClock) {
    elapsed = elapsedClock;
    return this;
  }

  /** Sets the source of the process's name and of the agents' jitter. A seeded source makes an engine reproducible. */
  public EngineBuilder random(RandomGenerator generator) {
    random = generator;
    return this;
  }

  /** Sets the observer of decisions and events. */
  public EngineBuilder observer(Observer listener) {
    observer = listener;
    return this;
  }

  /**
   * Sets the store that the processes of this region share. The engine closes it; so does {@link #build} if it fails.
   */
  public EngineBuilder origin(Origin store) {
    origin = store;
    return this;
  }

  /** Sets the intervals and deadlines of the exchange within the region. */
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

  /**
   * Sets the store that all regions share; needs a {@link #region}. The engine closes it; so does {@link #build} if it
   * fails.
   */
  public EngineBuilder ledger(Ledger store) {
    ledger = store;
    return this;
  }

  /** Sets the policy of the exchange between regions. */
  public EngineBuilder ledgerOptions(LedgerOptions options) {
    ledgerOptions = options;
    return this;
  }

  /** Sets this region's name in the ledger, 1 to 48 characters. No default: two regions must not share a name. */
  public EngineBuilder region(String name) {
    region = name;
    return this;
  }

  /**
   * Sets how many subjects may be in memory before the least used are evicted; by default, as many as {@link
   * #maxSubjectBytes} allows.
   */
  public EngineBuilder maxSubjects(long subjects) {
    maxSubjects = subjects;
    return this;
  }

  /** Sets how much memory subjects may use before the least used are evicted; by default, a third of the heap. */
  public EngineBuilder maxSubjectBytes(long bytes) {
    maxSubjectBytes = bytes;
    return this;
  }

  /** Sets how much of the heap each part of the engine may use, instead of the plan for this process's heap. */
  public EngineBuilder memory(MemoryPlan plan) {
    memory = plan;
    return this;
  }

  /** The memory plan, with the requested ceiling for subjects. */
  MemoryPlan memory() {
    return maxSubjectBytes == null ? memory : memory.withSubjects(maxSubjectBytes);
  }

  /** A table for the requested number of foreign sums, or for as many as fit into memory. */
  ForeignSums foreignSums() {
    long affordable = Math.max(1, memory.foreignSums() / HeapSizes.FOREIGN_SUM);
    return new ForeignSums((int) Math.min(ledgerOptions.maxForeignSums(), affordable));
  }

  /** Sets how long close() may take to flush unpublished counts to each of the stores. */
  public EngineBuilder closeMillis(long millis) {
    closeMillis = millis;
    return this;
  }

  /**
   * Creates the engine, not yet started. The engine owns the stores from here on. If it can't be built, they are
   * closed: the code that created them often keeps no other reference, and their threads would prevent the program
   * from ending.
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

  /** The stores of resets, the ledger first: all regions read it. */
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
