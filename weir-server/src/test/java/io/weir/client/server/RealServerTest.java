// SPDX-License-Identifier: Apache-2.0
package io.weir.client.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.BatchResult;
import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Overrides;
import io.weir.api.Ratelimit;
import io.weir.api.RatelimitException;
import io.weir.api.Result;
import io.weir.api.Result.Source;
import io.weir.client.HttpRatelimit;
import io.weir.client.RatelimitBuilder;
import io.weir.testkit.servers.ClientThreads;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Windows last a day, so that almost no run crosses the end of one, and every test uses names of its own. */
@Tag("integration")
final class RealServerTest {
  private static final Limit TEN = Limit.of(10, "1d");

  @TempDir
  private static Path folder;

  private static WeirProcess server;
  private static Ratelimit limiter;

  @BeforeAll
  static void start() {
    server =
        WeirProcess.start(WeirCommandLine.serve("--data", folder.resolve("data").toString()));
    limiter = builder(server.rootKey()).build();
  }

  @AfterAll
  static void stop() {
    limiter.close();
    server.close();
    ClientThreads.awaitNone();
  }

  private static RatelimitBuilder builder(String key) {
    return HttpRatelimit.builder()
        .rootKey(key)
        .baseUrl(server.url())
        .namespace("client")
        .limit(TEN)
        .timeout("60s");
  }

  @Test
  void admitsUntilTheLimitThenReportsWhenToRetry() {
    assertThat(limiter.limit("ann"))
        .extracting(Result::success, Result::limit, Result::remaining, Result::retryAfterMillis)
        .containsExactly(true, 10L, 9L, 0L);
    assertThat(limiter.limit("ann", 9).remaining()).isZero();

    Result refused = limiter.limit("ann");
    assertThat(refused.success()).isFalse();
    assertThat(refused.source()).isEqualTo(Source.LIMITER);
    assertThat(refused.overrideId()).isEmpty();
    assertThat(refused.retryAfterMillis()).isBetween(1L, 172_800_000L);
    assertThat(refused.reset())
        .isGreaterThan(1_700_000_000_000L)
        .isEqualTo(refused.resetAt().toEpochMilli());
    assertThat(limiter.limit("ann", 11).retryAfterMillis()).isEqualTo(Result.NEVER);
  }

  @Test
  void retryAfterIsExactToTheMillisecond() {
    limiter.limit("hugo", 10);

    Set<Long> fractions = new HashSet<>();
    Eventually.until("all of them are whole seconds: " + fractions, () -> {
      fractions.add(limiter.limit("hugo").retryAfterMillis() % 1_000);
      return fractions.size() > 1;
    });
  }

  @Test
  void aCostOfZeroCountsNothing() {
    limiter.limit("bea", 4);
    for (int i = 0; i < 3; i++) {
      assertThat(limiter.limit("bea", 0).remaining()).isEqualTo(6);
    }
  }

  @Test
  void aCheckMayHaveItsOwnLimitAndNamespace() {
    limiter.limit("carl", 10);

    assertThat(limiter.limit(Check.of("carl").limit(20, "1d")))
        .extracting(Result::limit, Result::remaining)
        .containsExactly(20L, 9L);
    assertThat(limiter.limit(Check.of("carl").namespace("elsewhere")).remaining())
        .isEqualTo(9);
    assertThat(limiter.in("elsewhere", Limit.of(5, "1d")).limit("carl").remaining())
        .isEqualTo(3);
    assertThat(limiter.limit("carl").success()).isFalse();
  }

  @Test
  void asynchronousCallsAreAnswered() {
    List<Result> results =
        IntStream.range(0, 12).mapToObj(i -> limiter.limitAsync("dora")).toList().stream()
            .map(Eventually::await)
            .toList();

    assertThat(results).filteredOn(Result::success).hasSize(10);
  }

  @Test
  void aBatchCountsAllOrNothing() {
    BatchResult passed =
        limiter.limitAll(List.of(Check.of("e1").cost(4), Check.of("e2").cost(6)));
    assertThat(passed.success()).isTrue();
    assertThat(passed.results()).extracting(Result::remaining).containsExactly(6L, 4L);

    BatchResult refused = Eventually.await(
        limiter.limitAllAsync(List.of(Check.of("e1"), Check.of("e2").cost(5))));

    assertThat(refused.success()).isFalse();
    assertThat(refused.results()).extracting(Result::success).containsExactly(true, false);
    assertThat(refused.results().get(1).retryAfterMillis()).isPositive().isLessThan(Result.NEVER);
    assertThat(limiter.limit("e1", 0).remaining()).isEqualTo(6);
    assertThat(limiter.limit("e2", 0).remaining()).isEqualTo(4);
  }

  @Test
  void namesOfAnyCharactersAreDistinct() {
    List<String> names = List.of(
        "\uD83D\uDE00",
        "\uD83D\uDE01",
        "\uD83D\uDE00".repeat(512),
        "a\nb",
        "a b",
        "\u0000",
        "\"\\/",
        "é",
        "e\u0301");
    for (String name : names) {
      assertThat(limiter.limit(name).remaining()).as(name).isEqualTo(9);
    }
    String namespace = "\uD83D\uDE00/*:\n".repeat(100);
    assertThat(limiter.limit(Check.of("me").namespace(namespace)).remaining()).isEqualTo(9);
  }

  @Test
  void acceptsTheLargestNumbers() {
    Result all = limiter.limit(Check.of("frank").limit(Long.MAX_VALUE, "30d").cost(Long.MAX_VALUE));
    assertThat(all)
        .extracting(Result::success, Result::limit, Result::remaining)
        .containsExactly(true, Long.MAX_VALUE, 0L);
  }

  @Test
  void overridesAreSetReadAppliedAndDeleted() {
    Ratelimit own = limiter.in("overridden", TEN);
    own.limit("vip_1");
    Overrides overrides = own.overrides();
    assertThat(overrides.get("vip_1")).isEmpty();
    assertThat(overrides.delete("vip_1")).isFalse();

    String id = overrides.set("vip_*", Limit.of(100, "1d"));

    assertThat(overrides.get("vip_1"))
        .isEqualTo(Optional.of(new Overrides.Entry(id, "vip_*", Limit.of(100, "1d"))));
    assertThat(own.limit("vip_2"))
        .extracting(Result::limit, Result::overrideId)
        .containsExactly(100L, id);
    assertThat(Eventually.await(overrides.setAsync("vip_*", Limit.of(0, "1d")))).isEqualTo(id);
    assertThat(own.limit("vip_3").retryAfterMillis()).isEqualTo(Result.NEVER);
    assertThat(Eventually.await(overrides.getAsync("vip_*"))).isPresent();
    assertThat(overrides.delete("vip_1"))
        .as("the pattern is there, not this one")
        .isFalse();
    assertThat(Eventually.await(overrides.deleteAsync("vip_*"))).isTrue();
    assertThat(own.limit("vip_4").overrideId()).isEmpty();
  }

  @Test
  void listsOverridesOverManyPages() {
    Ratelimit own = limiter.in("listed", TEN);
    own.limit("me");
    Overrides overrides = own.overrides();
    assertThat(overrides.list()).isEmpty();
    List<String> identifiers =
        IntStream.range(0, 230).mapToObj(i -> "user-" + i).toList();
    identifiers.forEach(each -> overrides.set(each, TEN));

    assertThat(overrides.list())
        .extracting(Overrides.Entry::identifier)
        .containsExactlyInAnyOrderElementsOf(identifiers);
    assertThat(Eventually.await(overrides.listAsync())).isEqualTo(overrides.list());
  }

  @Test
  void aMissingNamespaceIsReportedAsMissing() {
    Overrides none = limiter.in("never-asked-for", TEN).overrides();

    for (Runnable each :
        List.<Runnable>of(() -> none.get("me"), () -> none.delete("me"), none::list)) {
      RatelimitException thrown = catchThrowableOfType(RatelimitException.class, each::run);
      assertThat(thrown.kind()).isEqualTo(RatelimitException.Kind.REJECTED);
      assertThat(thrown.status()).isEqualTo(404);
    }
  }

  @Test
  void overridesCanBeSetBeforeTheFirstCheck() {
    Limit none = Limit.of(0, "60s");
    Ratelimit first = limiter.in("overrides-first", TEN);
    Ratelimit second = limiter.in("overrides-first-too", TEN);

    String id = first.overrides().set("me", none);
    String other = Eventually.await(second.overrides().setAsync("me", none));

    assertThat(first.overrides().list()).extracting(Overrides.Entry::id).containsExactly(id);
    assertThat(second.overrides().list()).extracting(Overrides.Entry::id).containsExactly(other);
    assertThat(first.limit("me").success()).isFalse();
    assertThat(first.limit("you").remaining()).isEqualTo(9);
  }

  @Test
  void aWrongKeyIsRefusedWithTheRequestId() {
    try (Ratelimit unauthorized =
        builder("not-the-right-key").fallback(Result.allow()).build()) {
      RatelimitException thrown =
          catchThrowableOfType(RatelimitException.class, () -> unauthorized.limit("me"));

      assertThat(thrown.kind()).isEqualTo(RatelimitException.Kind.REJECTED);
      assertThat(thrown.status()).isEqualTo(401);
      assertThat(thrown.requestId()).startsWith("req_");
      assertThat(thrown).hasMessageContaining("401 Unauthorized").hasMessageContaining("req_");
      assertThat(thrown.getMessage()).doesNotContain("not-the-right-key");
    }
  }

  @Test
  void refusalsAreCachedUntilAnOverrideRaisesTheLimit() {
    try (Ratelimit remembering = builder(server.rootKey()).cacheRefusals().build()) {
      remembering.limit("gina", 8);
      assertThat(remembering.limit("gina", 3).source()).isEqualTo(Source.LIMITER);
      assertThat(remembering.limit("gina", 3).source()).isEqualTo(Source.CACHE);
      assertThat(remembering.limit("gina", 2).success())
          .as("a smaller cost fits")
          .isTrue();

      remembering.overrides().set("gina", Limit.of(100, "1d"));
      assertThat(remembering.limit("gina", 3).success()).isTrue();
    }
  }
}
