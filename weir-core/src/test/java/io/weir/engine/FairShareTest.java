// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.SubjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FairShareTest {
  private static final long ROOM = 1_000_000;
  private static final String FACE = "\uD83D\uDE00";

  /** Floods that a caller can generate. */
  private enum Flood {
    SHORT {
      @Override
      void check(Engine engine, int i) {
        limiter(engine, "n", 10, 60_000).check("u" + i);
      }
    },
    LONG {
      @Override
      void check(Engine engine, int i) {
        limiter(engine, "n", 10, 60_000).check("x".repeat(500) + i);
      }
    },
    NON_BMP {
      @Override
      void check(Engine engine, int i) {
        limiter(engine, "n", 10, 60_000).check(FACE.repeat(500) + i);
      }
    },
    MIXED {
      @Override
      void check(Engine engine, int i) {
        limiter(engine, "n", 10, 60_000).check(FACE.repeat(i % 3 * 250) + i);
      }
    },
    COSTLY {
      @Override
      void check(Engine engine, int i) {
        limiter(engine, "n", 1_000_000, 60_000).check("u" + i, 1_000_000);
      }
    },
    NAMESPACES {
      @Override
      void check(Engine engine, int i) {
        limiter(engine, "n".repeat(200) + i, 10, 60_000).check("u");
      }
    },
    DURATIONS {
      @Override
      void check(Engine engine, int i) {
        limiter(engine, "n", 10, 60_000 + i).check("u");
      }
    },
    EXACT {
      @Override
      void check(Engine engine, int i) {
        exact(engine, 60_000).check("u" + i);
      }
    },
    EXACT_DURATIONS {
      @Override
      void check(Engine engine, int i) {
        exact(engine, 60_000 + i).check("u");
      }
    },
    /** Each scope is filled, and keeps one subject that is never the least used: its large map stays with it. */
    LARGE_MAPS {
      @Override
      void check(Engine engine, int i) {
        Limiter limiter = limiter(engine, "n" + i / 500, 2, 60_000);
        limiter.check(i % 500 == 0 ? "kept" : "u" + i, i % 500 == 0 ? 2 : 1);
      }
    };

    abstract void check(Engine engine, int i);

    private static Limiter exact(Engine engine, long millis) {
      LimitPolicy limitPolicy = LimitPolicy.of(5, Duration.ofMillis(millis)).withExactWindow();
      return engine.limiter("hostile", "exact", limitPolicy);
    }

    private static Limiter limiter(Engine engine, String namespace, long limit, long millis) {
      return engine.limiter("hostile", namespace, LimitPolicy.of(limit, Duration.ofMillis(millis)));
    }
  }

  private final StandaloneEngine process =
      new StandaloneEngine(builder -> builder.maxSubjectBytes(ROOM));

  private Limiter of(String workspace) {
    return process.engine.limiter(workspace, "api", LimitPolicy.of(10, StandaloneEngine.MINUTE));
  }

  /** Spends a little, as often as fits into this part of the memory. */
  private List<String> spend(String workspace, long bytes, SplittableRandom random) {
    List<String> identifiers = new ArrayList<>();
    long until = process.engine.memoryUse().subjects() + bytes;
    while (process.engine.memoryUse().subjects() + 2_500 < until) {
      String text = random.nextBoolean() ? FACE : "\u00E9";
      String identifier = identifiers.size() + text.repeat(random.nextInt(500));
      assertThat(of(workspace).check(identifier, 1 + identifiers.size() % 10).allowed())
          .isTrue();
      identifiers.add(identifier);
    }
    return identifiers;
  }

  private void assertKept(String workspace, List<String> identifiers) {
    for (int i = 0; i < identifiers.size(); i++) {
      assertThat(of(workspace).look(identifiers.get(i)).remaining())
          .as("%s of %s", i, workspace)
          .isEqualTo(9 - i % 10);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFloodEvictsOnlyItsOwnWorkspace(Flood flood) {
    List<String> large = spend("large", ROOM * 30 / 100, new SplittableRandom(1));
    List<String> small = spend("small", ROOM * 5 / 100, new SplittableRandom(2));

    for (int i = 0; i < 20_000; i++) {
      flood.check(process.engine, i);
      assertThat(process.engine.memoryUse().subjects()).isLessThan(ROOM + 4_000);
    }

    assertThat(process.observer.times(Event.SUBJECT_EVICTED)).isGreaterThan(10_000);
    assertThat(process.observer.evicting).containsExactly("hostile evicting");
    assertKept("large", large);
    assertKept("small", small);
    assertThat(process.engine.memoryUse().subjects()).isLessThan(ROOM + 4_000);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void twoFloodsEvictOnlyTheirOwnWorkspaces(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> honest = spend("honest", ROOM * 30 / 100, random);
    Limiter second =
        process.engine.limiter("second", "n", LimitPolicy.of(7, StandaloneEngine.MINUTE));
    Flood[] floods = Flood.values();

    for (int i = 0; i < 20_000; i++) {
      floods[random.nextInt(floods.length)].check(process.engine, random.nextInt(1_000_000));
      second.check(FACE.repeat(random.nextInt(200)) + random.nextInt(), random.nextInt(1, 8));
    }

    assertThat(process.observer.evicting)
        .containsExactlyInAnyOrder("hostile evicting", "second evicting");
    assertKept("honest", honest);
  }

  @Test
  void theNumberOfSubjectsIsSharedToo() {
    StandaloneEngine counted = StandaloneEngine.ofAtMost(900);
    Limiter honest =
        counted.engine.limiter("honest", "n", LimitPolicy.of(10, StandaloneEngine.MINUTE));
    for (int i = 0; i < 400; i++) {
      honest.check(FACE.repeat(500) + i);
    }

    for (int i = 0; i < 20_000; i++) {
      Flood.SHORT.check(counted.engine, i);
    }

    for (int i = 0; i < 400; i++) {
      assertThat(honest.look(FACE.repeat(500) + i).remaining()).isEqualTo(9);
    }
  }

  @Test
  void aNewWorkspaceTakesRoomFromTheLargest() {
    for (int i = 0; i < 20_000; i++) {
      Flood.SHORT.check(process.engine, i);
    }

    List<String> identifiers = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      identifiers.add(FACE.repeat(400) + i);
      of("late").check(identifiers.get(i), 1 + i % 10);
      Flood.SHORT.check(process.engine, 20_000 + i);
    }

    assertKept("late", identifiers);
  }

  @Test
  void evictionAndItsEndAreReportedOnce() {
    for (int i = 0; i < 20_000; i++) {
      Flood.SHORT.check(process.engine, i);
    }
    process.workForSeconds(10);
    assertThat(process.observer.evicting).containsExactly("hostile evicting");

    process.workForSeconds(130);
    assertThat(process.observer.evicting).containsExactly("hostile evicting", "hostile relieved");
  }

  @Test
  void anOlderInstantDoesNotEndTheEviction() {
    for (int i = 0; i < 20_000; i++) {
      Flood.SHORT.check(process.engine, i);
    }

    process.clock.stepTo(StandaloneEngine.MIDNIGHT - 1);
    process.engine.work();

    assertThat(process.observer.evicting).containsExactly("hostile evicting");
  }

  @Test
  void expiredSubjectsReturnAllMemory() {
    for (Flood flood : Flood.values()) {
      for (int i = 0; i < 5_000; i++) {
        flood.check(process.engine, i);
      }
    }
    assertThat(process.engine.memoryUse().subjects()).isGreaterThan(ROOM / 2);

    process.workForSeconds(200);

    assertThat(process.engine.subjects()).isZero();
    assertThat(process.engine.memoryUse().subjects()).isZero();
  }

  @Test
  void aLowLimitDoesNotProtectASubjectFromEviction() {
    StandaloneEngine counted = StandaloneEngine.ofAtMost(1_000);
    Limiter honest = counted.perMinute(5);
    Limiter high = counted.perMinute(1_000_000);
    Limiter low = counted.perMinute(1);
    for (int i = 0; i < 500; i++) {
      honest.check("honest" + i, 5);
      high.check("tricked" + i, 1_000_000);
      low.look("tricked" + i);
    }

    for (int i = 0; i < 400; i++) {
      honest.check("more" + i, 5);
    }

    int honestGone = 0;
    int trickedGone = 0;
    for (int i = 0; i < 500; i++) {
      honestGone += isKnown(counted, "honest" + i) ? 0 : 1;
      trickedGone += isKnown(counted, "tricked" + i) ? 0 : 1;
    }
    assertThat(honestGone + trickedGone).isGreaterThan(200);
    assertThat(trickedGone).as("of %s", honestGone + trickedGone).isGreaterThan(honestGone / 3);
  }

  private static boolean isKnown(StandaloneEngine process, String identifier) {
    return process
        .engine
        .inspect(new SubjectKey("acme", "api", identifier, 60_000))
        .isPresent();
  }
}
