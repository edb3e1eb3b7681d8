// SPDX-License-Identifier: Apache-2.0
package io.weir.reset;

import io.weir.reset.Resets.Reset;
import io.weir.reset.Resets.ResetTarget;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** The epochs that this process knows: in most processes of nobody. */
public final class Epochs {
  /*
   * Who creates a subject reads the epoch, makes the subject visible, and reads the epoch again. Who applies a reset raises
   * the epoch first and looks for a visible subject second. Whichever order the two take, one of them sees the other.
   */

  private final ConcurrentHashMap<ResetTarget, Long> epochs = new ConcurrentHashMap<>();

  /** Whether anybody was ever reset. Written after the first entry, by whoever makes it; never unset. */
  private volatile boolean isUsed;

  /** Raises the epoch of an identifier. True if it is news. */
  public boolean raise(Reset reset) {
    if (reset.epoch() <= of(reset.identity())) {
      return false;
    }
    epochs.merge(reset.identity(), reset.epoch(), Math::max);
    isUsed = true;
    return true;
  }

  /** The epoch of an identifier; 0 if it was not reset, or so long ago that it can't matter. */
  public long of(String workspace, String namespace, String identifier) {
    return isUsed ? of(new ResetTarget(workspace, namespace, identifier)) : 0;
  }

  long of(ResetTarget resetTarget) {
    return epochs.getOrDefault(resetTarget, 0L);
  }

  /**
   * The epoch that is part of a window's name. A reset applies to windows that had begun when it was made, and to the next one:
   * what was counted wrongly may have been counted with a clock that is ahead. Later windows go by their plain names, so that a
   * reset is forgotten by itself.
   */
  public static long at(long epoch, long start, long duration) {
    return start - duration <= epoch ? epoch : 0;
  }

  /** Everything that is known. */
  List<Reset> all() {
    return epochs.entrySet().stream()
        .map(each -> new Reset(each.getKey(), each.getValue()))
        .toList();
  }

  /** Forgets resets that can't matter any more. */
  void forget(long epochMillis) {
    epochs.values().removeIf(epoch -> epoch < epochMillis - Resets.RETENTION_MILLIS);
  }

  int size() {
    return epochs.size();
  }
}
