// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.BatchResult;
import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Overrides;
import io.weir.api.Overrides.Entry;
import io.weir.api.Ratelimit;
import io.weir.api.Result;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The contract of every limiter: checks, overrides, views, and closing. */
abstract class RatelimitContract extends ChecksContract {
  private static final Limit THREE = Limit.of(3, LONG);

  /** Returns a limiter whose namespace exists: a server creates a namespace with its first check or override. */
  private Ratelimit limiterOfKnownNamespace(Limit limit) {
    Ratelimit limiter = limiter(limit);
    limiter.limit("somebody", 0);
    return limiter;
  }

  @Test
  void anOverrideReplacesTheLimit() {
    Ratelimit limiter = limiter(TEN); // an application may set overrides before its first check

    String id = limiter.overrides().set("a", THREE);

    assertThat(id).startsWith("rlor_");
    Result own = limiter.limit("a");
    assertThat(own.limit()).isEqualTo(3);
    assertThat(own.remaining()).isEqualTo(2);
    assertThat(own.overrideId()).isEqualTo(id);
    Result named = limiter.limit(Check.of("a").limit(1_000, "1h"));
    assertThat(named.limit()).isEqualTo(3);
    assertThat(named.remaining()).isEqualTo(1);
    assertThat(named.overrideId()).isEqualTo(id);
    assertThat(limiter.limit("b").overrideId()).isEmpty();
    assertThat(limiter.limit("b").limit()).isEqualTo(10);
  }

  @Test
  void anOverrideAppliesInBatches() {
    Ratelimit limiter = limiterOfKnownNamespace(TEN);
    String id = limiter.overrides().set("a", THREE);

    BatchResult batch =
        limiter.limitAll(List.of(Check.of("b").cost(4), Check.of("a").cost(4)));

    assertThat(batch.success()).isFalse();
    assertThat(batch.results()).extracting(Result::limit).containsExactly(10L, 3L);
    assertThat(batch.results()).extracting(Result::overrideId).containsExactly("", id);
  }

  @Test
  void anOverrideOfZeroRefusesEverything() {
    Ratelimit limiter = limiterOfKnownNamespace(TEN);

    limiter.overrides().set("a", Limit.of(0, LONG));

    assertThat(limiter.limit("a").success()).isFalse();
    assertThat(limiter.limit("a").retryAfter()).isEmpty();
  }

  @Test
  void theMostSpecificOverrideApplies() {
    Ratelimit limiter = limiterOfKnownNamespace(TEN);
    Overrides overrides = limiter.overrides();
    overrides.set("*", Limit.of(1, LONG));
    overrides.set("user_*", Limit.of(2, LONG));
    overrides.set("user_*_eu", Limit.of(3, LONG));
    overrides.set("user_7_eu", Limit.of(4, LONG));

    assertThat(limiter.limit("nobody", 0).limit()).isEqualTo(1);
    assertThat(limiter.limit("user_1", 0).limit()).isEqualTo(2);
    assertThat(limiter.limit("user_1_eu", 0).limit()).isEqualTo(3);
    assertThat(limiter.limit("user_7_eu", 0).limit()).isEqualTo(4);
    assertThat(limiter.limit("user_7\n_eu", 0).limit()).isEqualTo(10);
    assertThat(overrides.get("user_9_eu").map(Entry::identifier)).contains("user_*_eu");
    assertThat(overrides.get("user_*").map(Entry::limit)).contains(Limit.of(2, LONG));
  }

  @Test
  void equallySpecificPatternsApplyInTextOrder() {
    Ratelimit limiter = limiter(TEN);
    for (int i = 0; i < 10; i++) {
      limiter.overrides().set(i + "a*", Limit.of(1, LONG));
      limiter.overrides().set("*b" + i, Limit.of(2, LONG));
    }

    for (int i = 0; i < 10; i++) {
      assertThat(limiter.limit(i + "ab" + i, 0).limit()).as("%d", i).isEqualTo(2);
    }
  }

  @Test
  void settingAnOverrideAgainKeepsItsId() {
    Ratelimit limiter = limiterOfKnownNamespace(TEN);

    String first = limiter.overrides().set("a*", THREE);
    String second = limiter.overrides().set("a*", Limit.of(5, "1h"));

    assertThat(second).isEqualTo(first);
    assertThat(limiter.overrides().list())
        .containsExactly(new Entry(first, "a*", Limit.of(5, "1h")));
    assertThat(limiter.limit("ab", 0).limit()).isEqualTo(5);
  }

  @Test
  void aDeletedOverrideNoLongerApplies() {
    Ratelimit limiter = limiterOfKnownNamespace(TEN);
    Overrides overrides = limiter.overrides();
    String exact = overrides.set("ab", THREE);
    overrides.set("a*", Limit.of(4, LONG));

    assertThat(overrides.delete("ax")).isFalse();
    assertThat(overrides.delete("a*")).isTrue();
    assertThat(overrides.delete("a*")).isFalse();

    assertThat(overrides.get("ax")).isEmpty();
    assertThat(limiter.limit("ax", 0).limit()).isEqualTo(10);
    assertThat(limiter.limit("ab", 0).overrideId()).isEqualTo(exact);
    assertThat(overrides.list()).containsExactly(new Entry(exact, "ab", THREE));
  }

  @Test
  void allOverridesAreListed() {
    Ratelimit limiter = limiterOfKnownNamespace(TEN);
    for (int i = 0; i < 120; i++) {
      limiter.overrides().set("user_" + i, Limit.of(i, LONG));
    }

    List<Entry> listed = limiter.overrides().list();

    assertThat(listed).hasSize(120).extracting(Entry::id).doesNotHaveDuplicates();
    assertThat(listed)
        .allSatisfy(entry ->
            assertThat(entry.identifier()).isEqualTo("user_" + entry.limit().amount()));
  }

  @Test
  void anOverrideStaysWithinItsNamespace() {
    Ratelimit limiter = limiterOfKnownNamespace(TEN);
    String other = namespace + "-2";
    Ratelimit view = limiter.in(other, TEN);
    view.limit("somebody", 0);

    view.overrides().set("a", THREE);

    assertThat(limiter.limit("a", 0).limit()).isEqualTo(10);
    assertThat(limiter.limit(Check.of("a").cost(0).namespace(other)).limit()).isEqualTo(3);
    assertThat(view.limit("a", 0).limit()).isEqualTo(3);
    assertThat(limiter.in(other, TEN).limit("a", 0).limit()).isEqualTo(3);
    assertThat(limiter.overrides().list()).isEmpty();
  }

  @Test
  void overrideOperationsWorkAsynchronously() {
    Ratelimit limiter = limiterOfKnownNamespace(TEN);
    Overrides overrides = limiter.overrides();

    String id = overrides.setAsync("a", THREE).join();

    Entry entry = new Entry(id, "a", THREE);
    assertThat(overrides.getAsync("a").join()).contains(entry);
    assertThat(overrides.getAsync("b").join()).isEmpty();
    assertThat(overrides.listAsync().join()).containsExactly(entry);
    assertThat(overrides.deleteAsync("a").join()).isTrue();
    assertThat(overrides.deleteAsync("a").join()).isFalse();
  }

  @Test
  void anOverrideIdentifierHas1To512Characters() {
    Overrides overrides = limiterOfKnownNamespace(TEN).overrides();

    for (String wrong : List.of("", "x".repeat(513))) {
      for (ThrowingCallable call : List.<ThrowingCallable>of(
          () -> overrides.set(wrong, THREE),
          () -> overrides.setAsync(wrong, THREE),
          () -> overrides.get(wrong),
          () -> overrides.getAsync(wrong),
          () -> overrides.delete(wrong),
          () -> overrides.deleteAsync(wrong))) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class);
      }
    }
    assertThat(overrides.list()).isEmpty();
  }

  @Test
  void aViewSharesCountsWithItsNamespace() {
    Ratelimit limiter = limiter(TEN);
    String other = namespace + "-2";
    Ratelimit view = limiter.in(other, Limit.of(20, LONG));

    view.limit("a", 5);

    assertThat(limiter.limit("a").remaining()).isEqualTo(9);
    assertThat(limiter.limit(Check.of("a").namespace(other)).remaining()).isEqualTo(4);
    assertThat(view.limit("a").remaining()).isEqualTo(13);
    assertThat(view.in(namespace, TEN).limit("a").remaining()).isEqualTo(8);
  }

  @Test
  void onlyClosingTheLimiterEndsItsViews() {
    Ratelimit limiter = limiter(TEN);
    Ratelimit view = limiter.in(namespace + "-2", TEN);

    view.close();
    assertThat(view.limit("a").success()).isTrue();
    assertThat(limiter.limit("a").success()).isTrue();
    limiter.close();

    assertThatThrownBy(() -> view.limit("a")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void everyMethodFailsAfterClose() {
    Ratelimit limiter = limiter(TEN);
    Overrides overrides = limiter.overrides();
    limiter.close();
    limiter.close();

    for (ThrowingCallable call : List.<ThrowingCallable>of(
        () -> limiter.limit("a"),
        () -> limiter.limit("a", 2),
        () -> limiter.limit(Check.of("a").limit(5, LONG)),
        () -> limiter.limitAll(List.of(Check.of("a"))),
        () -> limiter.limitAsync("a"),
        () -> limiter.limitAsync("a", 2),
        () -> limiter.limitAsync(Check.of("a").namespace("b")),
        () -> limiter.limitAllAsync(List.of(Check.of("a"))),
        () -> limiter.overrides(),
        () -> limiter.in("b", TEN),
        () -> overrides.set("a", THREE),
        () -> overrides.get("a"),
        () -> overrides.delete("a"),
        () -> overrides.list(),
        () -> overrides.listAsync())) {
      assertThatThrownBy(call).isInstanceOf(IllegalStateException.class);
    }
  }
}
