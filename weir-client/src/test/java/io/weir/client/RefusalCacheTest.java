// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.client.RefusalCache.CachedRefusal;
import io.weir.client.RefusalCache.Moment;
import io.weir.client.RefusalCache.Refusal;
import io.weir.client.RefusalCache.RetryDelay;
import io.weir.client.rig.ManualTimer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RefusalCacheTest {
  private static final RefusalCache.Key KEY = new RefusalCache.Key("ns", "me", 10, 60_000);

  private final ManualTimer timer = new ManualTimer();
  private final RefusalCache refusalCache = new RefusalCache(100, timer);

  private void put(RefusalCache.Key key, long cost, long millis) {
    put(key, cost, millis, refusalCache.moment());
  }

  private void put(RefusalCache.Key key, long cost, long millis, Moment sentAt) {
    refusalCache.put(key, new Refusal(cost, 10, 0, 7, ""), new RetryDelay(millis, millis), sentAt);
  }

  private boolean isCached(RefusalCache.Key key, long cost) {
    return refusalCache.find(key, cost) != null;
  }

  @Test
  void answersItsCostAndGreaterOnesUntilItExpires() {
    put(KEY, 5, 1_000);

    assertThat(isCached(KEY, 4)).isFalse();
    assertThat(isCached(KEY, 5)).isTrue();
    assertThat(isCached(KEY, 6)).isTrue();
    timer.advanceMillis(999);
    assertThat(isCached(KEY, 5)).isTrue();
    timer.advanceMillis(1);
    assertThat(isCached(KEY, 5)).isFalse();
    assertThat(isCached(KEY, Long.MAX_VALUE)).isFalse();
  }

  @Test
  void retryAfterCountsDown() {
    put(KEY, 5, 1_000);
    timer.advanceMillis(400);

    assertThat(remainingMillis()).isEqualTo(600);
  }

  private long remainingMillis() {
    @Nullable CachedRefusal cachedRefusal = refusalCache.find(KEY, 5);
    return cachedRefusal == null ? -1 : cachedRefusal.remainingMillis();
  }

  @Test
  void theWaitStartsWithTheRequest() {
    Moment sentAt = refusalCache.moment();
    timer.advanceMillis(700);
    put(KEY, 1, 1_000, sentAt);

    timer.advanceMillis(299);
    assertThat(isCached(KEY, 1)).isTrue();
    timer.advanceMillis(1);
    assertThat(isCached(KEY, 1)).isFalse();

    put(KEY, 1, 1_000, sentAt);
    assertThat(refusalCache.size()).as("expired before it arrived").isZero();
  }

  @Test
  void expiresEarlyButReportsTheFullWait() {
    refusalCache.put(
        KEY, new Refusal(5, 10, 0, 7, ""), new RetryDelay(2_000, 990), refusalCache.moment());

    assertThat(remainingMillis()).isEqualTo(2_000);
    timer.advanceMillis(990);
    assertThat(remainingMillis()).isEqualTo(-1);

    refusalCache.put(
        KEY, new Refusal(5, 10, 0, 7, ""), new RetryDelay(1_000, 0), refusalCache.moment());
    assertThat(remainingMillis()).isEqualTo(-1);
  }

  @Test
  void expiresAfterAMinuteAtMost() {
    put(KEY, 5, Long.MAX_VALUE);

    timer.advanceMillis(59_999);
    assertThat(isCached(KEY, 5)).isTrue();
    timer.advanceMillis(1);
    assertThat(isCached(KEY, 5)).isFalse();
  }

  @Test
  void appliesToOneNamespaceIdentifierLimitAndDuration() {
    put(KEY, 1, 1_000);

    assertThat(isCached(new RefusalCache.Key("ns2", "me", 10, 60_000), 1)).isFalse();
    assertThat(isCached(new RefusalCache.Key("ns", "you", 10, 60_000), 1)).isFalse();
    assertThat(isCached(new RefusalCache.Key("ns", "me", 11, 60_000), 1)).isFalse();
    assertThat(isCached(new RefusalCache.Key("ns", "me", 10, 60_001), 1)).isFalse();
  }

  @Test
  void looksAreNeverAnsweredFromTheCache() {
    put(KEY, 1, 1_000);
    assertThat(isCached(KEY, 0)).isFalse();

    put(new RefusalCache.Key("ns", "look", 10, 60_000), 0, 1_000);
    assertThat(refusalCache.size()).isEqualTo(1);
  }

  @Test
  void isReplacedOnlyByAStrongerRefusal() {
    put(KEY, 5, 1_000);
    put(KEY, 6, 1_000);
    assertThat(isCached(KEY, 5)).as("a greater cost says nothing new").isTrue();

    put(KEY, 2, 500);
    assertThat(isCached(KEY, 2)).as("a smaller cost does").isTrue();
    timer.advanceMillis(500);
    assertThat(isCached(KEY, 2)).isFalse();
  }

  @Test
  void changingAnOverrideDropsRefusalsForFiveSeconds() {
    put(KEY, 1, 60_000);
    Moment before = refusalCache.moment();

    refusalCache.clear();

    assertThat(isCached(KEY, 1)).isFalse();
    put(KEY, 1, 60_000, before);
    assertThat(isCached(KEY, 1)).as("sent before the change").isFalse();
    timer.advanceMillis(4_999);
    put(KEY, 1, 60_000);
    assertThat(isCached(KEY, 1)).as("not every server may know yet").isFalse();
    timer.advanceMillis(1);
    put(KEY, 1, 60_000, before);
    assertThat(isCached(KEY, 1)).as("sent before the change").isFalse();
    put(KEY, 1, 60_000);
    assertThat(isCached(KEY, 1)).isTrue();
  }

  @Test
  void theFirstToExpireIsEvictedWhenFull() {
    for (int i = 0; i < 1_000; i++) {
      put(new RefusalCache.Key("ns", "id-" + i, 10, 60_000), 1, 1_000 + i);
      assertThat(refusalCache.size()).isLessThanOrEqualTo(100);
    }
    assertThat(refusalCache.size()).isEqualTo(100);
    assertThat(isCached(new RefusalCache.Key("ns", "id-999", 10, 60_000), 1)).isTrue();

    assertEmpty();
  }

  @Test
  void anExpiredRefusalMakesRoom() {
    for (int i = 0; i < 10_000; i++) {
      put(new RefusalCache.Key("ns", "old-" + i, 10, 60_000), 1, 1_000);
    }
    timer.advanceMillis(1_000);
    for (int i = 0; i < 50; i++) {
      put(new RefusalCache.Key("ns", "new-" + i, 10, 60_000), 1, 1_000);
    }

    for (int i = 0; i < 50; i++) {
      assertThat(isCached(new RefusalCache.Key("ns", "new-" + i, 10, 60_000), 1))
          .as("%d", i)
          .isTrue();
    }
  }

  private void assertEmpty() {
    RefusalCache none = new RefusalCache(0, timer);
    none.put(KEY, new Refusal(1, 10, 0, 7, ""), new RetryDelay(1_000, 1_000), none.moment());
    assertThat(none.size()).isZero();
  }
}
