// SPDX-License-Identifier: Apache-2.0
package io.weir.reset;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The resets in a store: for each identifier that was reset, the epoch in which its counts restarted at zero.
 *
 * <p>An epoch only grows, so storing one twice, late or out of order changes nothing. An implementation orders its
 * changes by a revision, keeps at most {@link #BUDGET} identifiers per workspace, and removes one when it is older
 * than {@link #RETENTION_MILLIS}. A failed call completes exceptionally: with {@link ResetRefused} if the same call
 * would fail again. Calls never block, and may come from any thread.
 */
public interface Resets {
  /**
   * Resets per workspace: a hundred a day for three months. More would let one workspace fill the memory of all
   * processes.
   */
  int BUDGET = 10_000;

  /**
   * How long a reset can matter: it applies to windows that begin before it or within one window's length after it,
   * and these affect decisions for two lengths, of at most 30 days. One more day allows for clock differences.
   */
  long RETENTION_MILLIS = 91L * 86_400_000;

  /** The most resets in one page. */
  int PAGE = 500;

  /** The resets of a store that keeps none. */
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
   * Begins a new epoch of an identifier: later than the store's current epoch and its clock, and not before {@code
   * least}.
   *
   * @param least the earliest acceptable epoch, in Unix milliseconds
   */
  CompletionStage<Long> raise(ResetTarget resetTarget, long least);

  /** Ensures that the store has these epochs or later ones. Those that exceed a workspace's budget are left out. */
  CompletionStage<Void> store(List<Reset> resets);

  /** Returns the next resets in the order of their changes, at most {@link #PAGE}. */
  CompletionStage<ResetPage> since(ResetPosition resetPosition);

  /**
   * The identifier that a reset applies to, for windows of any length.
   *
   * @param workspace the tenant
   * @param namespace the group of identifiers within the tenant
   * @param identifier the identifier whose counts restart at zero
   */
  record ResetTarget(String workspace, String namespace, String identifier) {}

  /**
   * One reset.
   *
   * @param identity the identifier whose counts restart at zero
   * @param epoch the time from which they count, in Unix milliseconds; the higher, the later
   */
  record Reset(ResetTarget identity, long epoch) {}

  /**
   * A reader's position in a store's resets.
   *
   * @param generation identifies the store's contents: changes after they were lost. Empty before the first reset
   * @param revision the last change that was read
   */
  record ResetPosition(String generation, long revision) {
    /** The position before the first reset. */
    public static final ResetPosition START = new ResetPosition("", 0);
  }

  /**
   * A page of a store's resets.
   *
   * @param next the position of the next page
   * @param resets in the order of their changes, each identifier once
   * @param isFromStart whether they are the first ones of the store, either because that was requested or because it
   *     does not know the requested position
   * @param isLast whether there are no more pages
   */
  record ResetPage(ResetPosition next, List<Reset> resets, boolean isFromStart, boolean isLast) {
    public ResetPage {
      resets = List.copyOf(resets);
    }
  }
}
