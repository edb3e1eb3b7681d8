// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.window.Evaluation;
import io.weir.window.Window;

/**
 * How much the other processes of the region may have spent without this one's knowledge. A base class and not a field,
 * because every object costs memory, and subjects are many.
 */
abstract sealed class UnseenSpending permits RegionalView {
  /*
   * The others had the same view of the region as this process, and may have spent as much from it, each of them. So for
   * every recent answer a of the region:
   *
   *     unseen >= (own spending since a) x (number of others) - (imports after a)
   *
   * Own spending includes what was published with a: what the others spent at the same time may not have reached the
   * region yet. What a itself imports is not subtracted: it was spent before, perhaps long before, and says nothing of what
   * is spent now. Answers count as recent for as long as others may spend before this process learns of it.
   *
   * An answer that is not dominated by an earlier one is an account of its own. Within a period, of half the recent time,
   * one account is enough: once imports exceed what the others are assumed to have spent, the account begins anew with the
   * latest answer, so that the surplus is not subtracted from later spending. What remains is the account of the answer
   * that demands most. Three periods contain all recent answers.
   */

  // For each period: when it began (milliseconds, the lower half of them), how much was published
  // since the answer that the account is about (up to the largest int), and the siblings' count
  // after
  // that answer (its lower half). Written under the monitor. A check that reads them one by one may
  // be off by one answer, and sees that the next time.
  private volatile int start;
  private volatile int published;
  private volatile int siblings;
  private volatile int startBefore;
  private volatile int publishedBefore;
  private volatile int siblingsBefore;
  private volatile int startEarlier;
  private volatile int publishedEarlier;
  private volatile int siblingsEarlier;

  /** The most that any recent answer demands, beside this much that is not yet published. */
  final long sinceRecentAnswers(Evaluation e, long unpublished) {
    long most = 0;
    if (isRecent(e, start)) {
      most = since(e, Window.plus(published, unpublished), siblings);
    }
    if (isRecent(e, startBefore)) {
      most = Math.max(most, since(e, Window.plus(publishedBefore, unpublished), siblingsBefore));
    }
    if (isRecent(e, startEarlier)) {
      most = Math.max(most, since(e, Window.plus(publishedEarlier, unpublished), siblingsEarlier));
    }
    return most;
  }

  private static boolean isRecent(Evaluation e, int periodStart) {
    int age = (int) e.epochMillis() - periodStart;
    return age >= 0 && age < e.recentMillis() + period(e.recentMillis());
  }

  private static int period(int recentMillis) {
    return (recentMillis + 1) / 2;
  }

  private static long since(Evaluation e, long spent, int siblingsThen) {
    int imported = (int) e.siblings() - siblingsThen;
    return Window.times(spent, e.others()) - Math.max(0, imported);
  }

  /** Opens an account for an answer of the region, unless an earlier one of the same period demands more. */
  final synchronized void addAnswer(RegionalView.PublishedCount answer) {
    int now = (int) answer.epochMillis();
    int siblingsNow = (int) answer.siblings();
    int age = now - start;
    if (age < 0 || age >= period(answer.recentMillis())) {
      startEarlier = startBefore;
      publishedEarlier = publishedBefore;
      siblingsEarlier = siblingsBefore;
      startBefore = start;
      publishedBefore = published;
      siblingsBefore = siblings;
      start = now;
      published = 0;
      siblings = siblingsNow;
    } else if (Window.times(published, answer.others()) <= siblingsNow - siblings) {
      published = 0;
      siblings = siblingsNow;
    }
    published = plus(published, answer.newUnits());
    publishedBefore = plus(publishedBefore, answer.newUnits());
    publishedEarlier = plus(publishedEarlier, answer.newUnits());
  }

  private static int plus(int published, long news) {
    return (int) Math.min(Integer.MAX_VALUE, published + Math.max(0, news));
  }
}
