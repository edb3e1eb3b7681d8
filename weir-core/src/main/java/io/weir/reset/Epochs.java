// SPDX-License-Identifier: Apache-2.0
package io.weir.reset;

import io.weir.reset.Resets.Reset;
import io.weir.reset.Resets.ResetTarget;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** The epochs that this process knows. Most processes know none. */
public final class Epochs {
  /*
   * A thread that creates a subject reads the epoch, makes the subject visible, and reads the epoch again. A thread
   * that applies a reset raises the epoch first and looks for a visible subject second. In any order, one of them sees
   * the other.
   */

  private final ConcurrentHashMap<ResetTarget, Long> epochs = new ConcurrentHashMap<>();

  /** Whether there was ever a reset. Set after the first entry, by the thread that adds it; never unset. */
  private volatile boolean isUsed;

  /** Raises the epoch of an identifier. True if the epoch was lower before. */
  public boolean raise(Reset reset) {
    if (reset.epoch() <= of(reset.identity())) {
      return false;
    }
    epochs.merge(reset.identity(), reset.epoch(), Math::max);
    isUsed = true;
    return true;
  }

  /** The epoch of an identifier; 0 if it was never reset, or so long ago that the reset can't matter. */
  public long of(String workspace, String namespace, String identifier) {
    return isUsed ? of(new ResetTarget(workspace, namespace, identifier)) : 0;
  }

  long of(ResetTarget resetTarget) {
    return epochs.getOrDefault(resetTarget, 0L);
  }

  /**
   * The epoch that is part of a window's name. A reset applies to windows that had begun when it was made, and to the
   * next one: wrong counts may have been made with a clock that is ahead. Later windows use their plain names, so a
   * reset expires by itself.
   */
  public static long at(long epoch, long start, long duration) {
    return start - duration <= epoch ? epoch : 0;
  }

  /** All known resets. */
  List<Reset> all() {
    return epochs.entrySet().stream()
        .map(each -> new Reset(each.getKey(), each.getValue()))
        .toList();
  }

  /** Removes resets that can't matter any more. */
  void forget(long epochMillis) {
    epochs.values().removeIf(epoch -> epoch < epochMillis - Resets.RETENTION_MILLIS);
  }

  int size() {
    return epochs.size();
  }
}
