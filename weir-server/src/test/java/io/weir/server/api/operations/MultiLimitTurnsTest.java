// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.Engine;
import io.weir.server.api.Answer;
import io.weir.server.api.Api;
import io.weir.server.api.Asking;
import io.weir.server.api.Standing;
import io.weir.server.api.access.Door;
import io.weir.server.api.access.Quota;
import io.weir.server.directory.Directory;
import io.weir.server.directory.KeyHash;
import io.weir.server.directory.Registry.Wish;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.Workspace;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.InMemoryRegistry;
import io.weir.testkit.servers.Eventually;
import io.weir.time.ManualClock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A request with a hundred checks")
class MultiLimitTurnsTest {
  private static final String KEY = "weir_turns";

  private final ManualClock clock = new ManualClock(1_700_000_000_000L);
  private final Directory directory = new Directory();
  private final InMemoryRegistry registry = new InMemoryRegistry(directory);
  private final Engine engine = Engine.builder().clock(clock).build();

  @AfterEach
  void close() {
    engine.close();
  }

  /** A request on an event loop that runs by hand. */
  private static final class ByHand implements Asking {
    private final Deque<Runnable> turns = new ArrayDeque<>();
    private final List<Answer> answers = new ArrayList<>();
    private final byte[] body;

    private ByHand(String body) {
      this.body = body.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String requestId() {
      return "req_1";
    }

    @Override
    public List<String> authorizations() {
      return List.of("Bearer " + KEY);
    }

    @Override
    public @Nullable String contentType() {
      return "application/json";
    }

    @Override
    public int bodyLength() {
      return body.length;
    }

    @Override
    public byte[] body() {
      return body;
    }

    @Override
    public <T> CompletionStage<T> aside(Function<byte[], T> work) {
      return CompletableFuture.completedFuture(work.apply(body));
    }

    @Override
    public void answer(Answer answer) {
      answers.add(answer);
    }

    @Override
    public void workspace(String id) {}

    @Override
    public void quota(Standing standing) {}

    @Override
    public void resume(Runnable rest) {
      turns.add(rest);
    }

    /** Runs until there is nothing to run, and counts. */
    private int run() {
      int count = 0;
      for (Runnable next = turns.poll(); next != null; next = turns.poll()) {
        next.run();
        count++;
      }
      return count;
    }
  }

  private ByHand ask() {
    directory.apply(new Workspace("ws_1", "ws_1", true, Workspace.UNLIMITED, 1));
    directory.apply(new RootKey(
        "key_1", "ws_1", KeyHash.of(KEY), "", ApiRig.EVERYTHING, RootKey.NEVER, true, false, 1));
    String body = IntStream.range(0, 100)
        .mapToObj(i -> "{\"namespace\":\"n\",\"identifier\":\"" + "ab".repeat(100) + i
            + "\",\"limit\":10,\"duration\":60000}")
        .collect(Collectors.joining(",", "[", "]"));
    ByHand asking = new ByHand(body);
    MultiLimitOperation operation =
        new MultiLimitOperation(engine, new Namespaces(directory, registry), clock);
    new Api(new Door(directory, clock), new Quota(engine), clock)
        .admit(operation, asking)
        .accept(asking);
    return asking;
  }

  private void setPatterns(int count, int letters) {
    String namespaceId =
        Eventually.answer(registry.createNamespace("ws_1", "n")).id();
    SplittableRandom random = new SplittableRandom(9);
    for (int i = 0; i < count; i++) {
      StringBuilder pattern = new StringBuilder();
      for (int letter = 0; letter < letters; letter++) {
        pattern.append('*').append(random.nextBoolean() ? 'a' : 'b');
      }
      Eventually.answer(registry.setOverride(new Wish(namespaceId, pattern + "*x", i, 60_000)));
    }
  }

  @Test
  @DisplayName("is decided at once when overrides are found in few steps")
  void quickOnesAreDecidedAtOnce() {
    setPatterns(5, 3);

    ByHand asking = ask();

    assertThat(asking.answers).hasSize(1);
    assertThat(asking.answers.get(0).status()).isEqualTo(200);
  }

  @Test
  @DisplayName("lets others have their turns when overrides are found in many")
  void longOnesTakeTurns() {
    setPatterns(200, 200);

    ByHand asking = ask();
    assertThat(asking.answers).isEmpty();
    int turns = asking.run();

    assertThat(turns).isBetween(30, 100);
    assertThat(asking.answers).hasSize(1);
    assertThat(asking.answers.get(0).status()).isEqualTo(200);
  }
}
