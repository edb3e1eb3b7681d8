// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.window.Evaluation;
import io.weir.window.Window;

/**
 * An estimate of how much the other processes of the region may have spent without this one's knowledge. A base class
 * instead of a field, because there are many subjects and every object costs memory.
 */
abstract sealed class UnseenSpending permits RegionalView {
  /*
   * Each of the other processes had the same view of the region as this one, and may have spent as much from it. So
   * for every recent answer a of the region:
   *
   *     unseen >= (own spending since a) x (number of others) - (imports after a)
   *
   * Own spending includes what was published with a: what the others spent at the same time may not have reached the
   * region yet. What a itself imports is not subtracted: it was spent before, perhaps long before, and says nothing
   * about current spending. Answers count as recent for as long as others may spend before this process imports it.
   *
   * An answer that is not dominated by an earlier one has its own account. Within a period, which is half the recent
   * time, one account is enough: once imports exceed what the others are assumed to have spent, the account restarts
   * with the latest answer, so that the surplus is not subtracted from later spending. What remains is the account of
   * the answer that demands most. Three periods contain all recent answers.
   */

  // For each period: its start (milliseconds, lower half), how much was published since the
  // account's answer (at most the largest int), and the siblings' count after that answer (lower
  // half). Written under the monitor. A check that reads them one by one may be off by one answer,
  // and sees that answer the next time.
  private volatile int start;
  private volatile int published;
  private volatile int siblings;
  private volatile int startBefore;
  private volatile int publishedBefore;
  private volatile int siblingsBefore;
  private volatile int startEarlier;
  private volatile int publishedEarlier;
  private volatile int siblingsEarlier;

  /** The most that any recent answer demands, given this unpublished count. */
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

  private static int plus(int published, long newUnits) {
    return (int) Math.min(Integer.MAX_VALUE, published + Math.max(0, newUnits));
  }
}
