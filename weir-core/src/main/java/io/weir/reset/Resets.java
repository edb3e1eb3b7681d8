// SPDX-License-Identifier: Apache-2.0
package io.weir.reset;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The resets that a store keeps: for each identifier that was reset, the epoch in which its counts began anew.
 *
 * <p>An epoch only grows, so keeping one twice, late or out of order changes nothing. An implementation orders its changes by
 * a revision, keeps at most {@link #BUDGET} identifiers per workspace, and lets one go when it is older than {@link
 * #RETENTION_MILLIS}. A failed call completes exceptionally: with {@link ResetRefused} if the same call would fail again. Calls never
 * block, and may come from any thread.
 */
public interface Resets {
  /** Resets per workspace: a hundred a day for three months. More would let one workspace fill everybody's memory. */
  int BUDGET = 10_000;

  /**
   * How long a reset can matter: it applies to windows that begin before it or within one window's length after it, and these
   * weigh on decisions for two lengths, of at most 30 days. A day more for clocks that disagree.
   */
  long RETENTION_MILLIS = 91L * 86_400_000;

  /** Resets in one page. */
  int PAGE = 500;

  /** Of a store that keeps no resets. */
  Resets NONE = new Resets() {
    @Override
    public CompletionStage<Long> raise(ResetTarget resetTarget, long least) {
      return CompletableFuture.failedFuture(new ResetRefused("this store does not support resets"));
    }

    @Override
    public CompletionStage<Void> store(List<Reset> resets) {
      return CompletableFuture.failedFuture(new ResetRefused("this store does not support resets"));
    }

    @Override
    public CompletionStage<ResetPage> since(ResetPosition resetPosition) {
      return CompletableFuture.completedFuture(
          new ResetPage(resetPosition, List.of(), false, true));
    }
  };

  /**
   * Begins a new epoch of an identifier: later than the one that the store knows, than its clock, and not before this one.
   *
   * @param least the earliest epoch that will do, in Unix milliseconds
   */
  CompletionStage<Long> raise(ResetTarget resetTarget, long least);

  /** Sees to it that the store knows these epochs or later ones. Those that exceed a workspace's budget are left out. */
  CompletionStage<Void> store(List<Reset> resets);

  /** The next resets in the order of their changes, {@link #PAGE} at most. */
  CompletionStage<ResetPage> since(ResetPosition resetPosition);

  /**
   * Whom a reset is about, whatever the window's length.
   *
   * @param workspace the tenant
   * @param namespace the group of identifiers within the tenant
   * @param identifier whose counts start anew
   */
  record ResetTarget(String workspace, String namespace, String identifier) {}

  /**
   * One reset.
   *
   * @param identity whose counts start anew
   * @param epoch since when, in Unix milliseconds; the higher, the later
   */
  record Reset(ResetTarget identity, long epoch) {}

  /**
   * How far somebody has read a store's resets.
   *
   * @param generation names the store's contents: another one after they were lost. Empty before the first reset
   * @param revision the last change that was read
   */
  record ResetPosition(String generation, long revision) {
    /** Nothing was read. */
    public static final ResetPosition START = new ResetPosition("", 0);
  }

  /**
   * Some resets of a store.
   *
   * @param next where to read on
   * @param resets in the order of their changes, each identifier once
   * @param isFromStart whether they are the first ones that the store has, either because that was asked for or because it does
   *     not know the position that was
   * @param isLast whether there were no more
   */
  record ResetPage(ResetPosition next, List<Reset> resets, boolean isFromStart, boolean isLast) {
    public ResetPage {
      resets = List.copyOf(resets);
    }
  }
}
