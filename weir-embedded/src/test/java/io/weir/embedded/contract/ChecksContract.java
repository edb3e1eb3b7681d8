// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.BatchResult;
import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Ratelimit;
import io.weir.api.Result;
import io.weir.api.Result.Source;
import io.weir.time.EpochClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract for checks and batches. Windows are so long that at most once a month one ends while a test runs. */
abstract class ChecksContract {
  /** The longest duration of a limit. */
  static final String LONG = "30d";

  /** A limit of ten per window. */
  static final Limit TEN = Limit.of(10, LONG);

  /** Each test uses its own namespace, so that tests can share a server and a Redis. */
  final String namespace = "ns-" + UUID.randomUUID();

  private final List<Ratelimit> opened = new ArrayList<>();

  /** Creates a limiter, which the contract closes. */
  protected abstract Ratelimit create(String itsNamespace, Limit limit);

  final Ratelimit limiter(Limit limit) {
    Ratelimit limiter = create(namespace, limit);
    opened.add(limiter);
    return limiter;
  }

  @AfterEach
  void closeAll() {
    opened.forEach(Ratelimit::close);
  }

  @Test
  void costsAddUpToTheLimit() {
    Ratelimit limiter = limiter(TEN);

    assertThat(limiter.limit("a", 4).remaining()).isEqualTo(6);
    assertThat(limiter.limit("a").remaining()).isEqualTo(5);
    assertThat(limiter.limit("a", 6).success()).isFalse();
    Result last = limiter.limit("a", 5);

    assertThat(last.success()).isTrue();
    assertThat(last.remaining()).isZero();
    assertThat(last.retryAfterMillis()).isZero();
    assertThat(last.limit()).isEqualTo(10);
    assertThat(last.overrideId()).isEmpty();
    assertThat(last.source()).isEqualTo(Source.LIMITER);
  }

  @Test
  void aLookSpendsNothing() {
    Ratelimit limiter = limiter(TEN);
    limiter.limit("a", 10);

    assertThat(limiter.limit("b", 0).remaining()).isEqualTo(10);
    assertThat(limiter.limit("b", 0).remaining()).isEqualTo(10);
    assertThat(limiter.limit("a", 0).success()).isTrue();
    assertThat(limiter.limit("a", 0).remaining()).isZero();
  }

  @Test
  void aRefusalReportsResetAndRetryAfter() {
    Ratelimit limiter = limiter(TEN);
    limiter.limit("a", 8);
    long before = EpochClock.system().epochMillis();

    Result refused = limiter.limit("a", 4);

    assertThat(refused.success()).isFalse();
    assertThat(refused.limit()).isEqualTo(10);
    assertThat(refused.remaining()).isZero();
    assertThat(refused.reset()).isBetween(before, before + TEN.duration().toMillis());
    // Eight count until the window ends; 4 fit once less than 7 of them are carried over, an eighth
    // of the next
    // window later.
    long back = refused.reset() + TEN.duration().toMillis() / 8;
    assertThat(before + refused.retryAfterMillis()).isBetween(back - 120_000, back + 120_000);
    assertThat(refused.retryAfter()).isPresent();
  }

  @Test
  void aCostAboveTheLimitIsAlwaysRefused() {
    Ratelimit limiter = limiter(TEN);

    Result refused = limiter.limit("a", 11);

    assertThat(refused.success()).isFalse();
    assertThat(refused.retryAfter()).isEmpty();
    assertThat(limiter.limit("a", 10).success()).isTrue();
  }

  @Test
  void theLimitOfACheckApplies() {
    Ratelimit limiter = limiter(TEN);
    limiter.limit("a", 4);

    assertThat(limiter.limit(Check.of("a").limit(4, LONG)).success()).isFalse();
    Result wider = limiter.limit(Check.of("a").cost(10).limit(20, LONG));
    Result apart = limiter.limit(Check.of("a").cost(10).limit(10, "29d"));

    assertThat(wider.success()).isTrue();
    assertThat(wider.limit()).isEqualTo(20);
    assertThat(wider.remaining()).isEqualTo(6);
    assertThat(apart.success()).isTrue();
  }

  @Test
  void namespacesCountSeparately() {
    Ratelimit limiter = limiter(TEN);
    limiter.limit("a", 10);

    Result elsewhere = limiter.limit(Check.of("a").namespace(namespace + "-2"));

    assertThat(elsewhere.success()).isTrue();
    assertThat(elsewhere.remaining()).isEqualTo(9);
    assertThat(limiter.limit("a").success()).isFalse();
  }

  @Test
  void aBatchThatFitsIsCountedAsAWhole() {
    Ratelimit limiter = limiter(TEN);
    String other = namespace + "-2";

    BatchResult batch = limiter.limitAll(List.of(
        Check.of("a").cost(3),
        Check.of("b").namespace(other).limit(5, LONG),
        Check.of("a").cost(7)));

    assertThat(batch.success()).isTrue();
    assertThat(batch.results()).extracting(Result::success).containsExactly(true, true, true);
    assertThat(batch.results()).extracting(Result::limit).containsExactly(10L, 5L, 10L);
    assertThat(limiter.limit("a").success()).isFalse();
    assertThat(limiter.limit(Check.of("b").namespace(other).cost(0)).remaining())
        .isEqualTo(9);
  }

  @Test
  void aBatchThatDoesNotFitCountsNothing() {
    Ratelimit limiter = limiter(TEN);
    limiter.limit("b", 9);

    BatchResult batch =
        limiter.limitAll(List.of(Check.of("a").cost(4), Check.of("b").cost(2), Check.of("c")));

    assertThat(batch.success()).isFalse();
    assertThat(batch.results()).extracting(Result::success).containsExactly(true, false, true);
    assertThat(batch.results()).extracting(Result::remaining).containsExactly(10L, 0L, 10L);
    assertThat(limiter.limit("a", 0).remaining()).isEqualTo(10);
    assertThat(limiter.limit("b", 1).success()).isTrue();
  }

  @Test
  void aBatchAddsUpCostsOfOneIdentifier() {
    Ratelimit limiter = limiter(TEN);

    BatchResult batch =
        limiter.limitAll(List.of(Check.of("a").cost(6), Check.of("a").cost(5)));

    assertThat(batch.success()).isFalse();
    assertThat(batch.results()).extracting(Result::success).containsExactly(true, false);
    assertThat(limiter.limit("a", 10).success()).isTrue();
  }

  @Test
  void aBatchHas1To100Checks() {
    Ratelimit limiter = limiter(Limit.of(1_000, LONG));
    List<Check> hundred = Collections.nCopies(100, Check.of("a"));
    List<Check> more = Collections.nCopies(101, Check.of("a"));

    assertThat(limiter.limitAll(hundred).success()).isTrue();
    assertThatThrownBy(() -> limiter.limitAll(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("100");
    assertThatThrownBy(() -> limiter.limitAll(more))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("101");
    assertThatThrownBy(() -> limiter.limitAllAsync(more))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(limiter.limit("a", 0).remaining()).isEqualTo(900);
  }

  @Test
  void asynchronousChecksGiveTheSameAnswers() {
    Ratelimit limiter = limiter(TEN);

    assertThat(limiter.limitAsync("a").join().remaining()).isEqualTo(9);
    assertThat(limiter.limitAsync("a", 2).join().remaining()).isEqualTo(7);
    CompletableFuture<Result> named = limiter.limitAsync(Check.of("a").cost(9).limit(20, LONG));
    assertThat(named.join().remaining()).isEqualTo(8);
    BatchResult batch =
        limiter.limitAllAsync(List.of(Check.of("a"), Check.of("b"))).join();

    assertThat(batch.success()).isFalse();
    assertThat(batch.results()).extracting(Result::success).containsExactly(false, true);
  }

  @Test
  void wrongArgumentsAreRefusedAtOnce() {
    Ratelimit limiter = limiter(TEN);
    String tooLong = "x".repeat(513);

    for (String wrong : List.of("", tooLong)) {
      assertThatThrownBy(() -> limiter.limit(wrong)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> limiter.limitAsync(wrong))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> limiter.in(wrong, TEN)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> limiter.limit("a", -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> limiter.limitAsync("a", -1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(limiter.limit("\uD83D\uDE00".repeat(512)).success()).isTrue();
  }

  @Test
  void concurrentChecksAdmitExactlyTheLimit() throws Exception {
    Ratelimit limiter = limiter(Limit.of(50, LONG));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    Callable<Integer> spender = () -> {
      int passed = 0;
      for (int i = 0; i < 25; i++) {
        passed += limiter.limit("a").success() ? 1 : 0;
      }
      return passed;
    };

    int passed = 0;
    try {
      for (Future<Integer> each : threads.invokeAll(Collections.nCopies(4, spender))) {
        passed += each.get();
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(passed).isEqualTo(50);
  }
}
