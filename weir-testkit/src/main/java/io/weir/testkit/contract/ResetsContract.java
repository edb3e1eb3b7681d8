// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.reset.ResetRefused;
import io.weir.reset.Resets;
import io.weir.reset.Resets.Identity;
import io.weir.reset.Resets.Page;
import io.weir.reset.Resets.Position;
import io.weir.reset.Resets.Reset;
import io.weir.testkit.servers.Eventually;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every store of resets must keep to. An implementation's test extends this and says how to get an empty one. */
public abstract class ResetsContract {
  private static final Identity ANN = new Identity("w", "n", "ann");
  private static final Identity BOB = new Identity("w", "n", "bob");

  /** The store under test, empty at first. Always the same one within a test. */
  protected abstract Resets resets();

  /** The store's clock, roughly. */
  protected abstract long epochMillis();

  /** Loses everything, if that can be arranged. */
  protected boolean tryWipe() {
    return false;
  }

  private long raise(Identity identity, long least) {
    return Eventually.answer(resets().raise(identity, least));
  }

  private void keep(Reset... some) {
    Eventually.answer(resets().keep(List.of(some)));
  }

  private Page since(Position position) {
    return Eventually.answer(resets().since(position));
  }

  private List<Reset> all() {
    List<Reset> all = new ArrayList<>();
    Page page = since(Position.START);
    all.addAll(page.resets());
    while (!page.isLast()) {
      page = since(page.next());
      all.addAll(page.resets());
    }
    return all;
  }

  @Test
  @DisplayName("a store without resets returns none")
  public void anEmptyStoreTellsOfNone() {
    Page page = since(Position.START);

    assertThat(page.resets()).isEmpty();
    assertThat(page.isLast()).isTrue();
    assertThat(page.isFromStart()).isTrue();
  }

  @Test
  @DisplayName("a reset is returned with an epoch not before the store's clock")
  public void aResetIsTold() {
    long epoch = raise(ANN, 5);

    assertThat(epoch).isBetween(epochMillis() - 60_000, epochMillis() + 60_000);
    assertThat(all()).containsExactly(new Reset(ANN, epoch));
  }

  @Test
  @DisplayName("an epoch is not before the requested one")
  public void theCallersClockCounts() {
    long ahead = epochMillis() + 10_000_000;

    assertThat(raise(ANN, ahead)).isEqualTo(ahead);
    assertThat(raise(ANN, 5)).isEqualTo(ahead + 1);
  }

  @Test
  @DisplayName("each reset of an identifier has a later epoch and is returned once")
  public void epochsGrow() {
    long first = raise(ANN, 0);
    long second = raise(ANN, 0);

    assertThat(second).isGreaterThan(first);
    assertThat(all()).containsExactly(new Reset(ANN, second));
  }

  @Test
  @DisplayName("only resets since a position are returned, in order")
  public void changesAreToldOnce() {
    raise(ANN, 0);
    Position position = since(Position.START).next();
    assertThat(since(position).resets()).isEmpty();
    assertThat(since(position).isFromStart()).isFalse();

    long bob = raise(BOB, 0);
    long ann = raise(ANN, 0);

    Page page = since(position);
    assertThat(page.resets()).containsExactly(new Reset(BOB, bob), new Reset(ANN, ann));
    assertThat(page.isFromStart()).isFalse();
    assertThat(since(page.next()).resets()).isEmpty();
  }

  @Test
  @DisplayName("storing an epoch raises it and never lowers it; a known epoch is not a change")
  public void keepingMerges() {
    long epoch = raise(ANN, 0);
    Position position = since(Position.START).next();

    keep(new Reset(ANN, epoch - 1), new Reset(ANN, epoch));
    assertThat(since(position).resets()).isEmpty();

    keep(new Reset(ANN, epoch + 7), new Reset(BOB, epoch));
    assertThat(since(position).resets())
        .containsExactly(new Reset(ANN, epoch + 7), new Reset(BOB, epoch));
  }

  @Test
  @DisplayName("for an unknown position the store returns all resets")
  public void anUnknownPositionStartsAnew() {
    long epoch = raise(ANN, 0);
    Position known = since(Position.START).next();

    for (Position unknown : List.of(
        new Position("another", known.revision()),
        new Position(known.generation(), known.revision() + 1))) {
      Page page = since(unknown);
      assertThat(page.isFromStart()).isTrue();
      assertThat(page.resets()).containsExactly(new Reset(ANN, epoch));
    }
  }

  @Test
  @DisplayName("a store that lost its resets reports that and accepts them again")
  public void aLossIsSeen() {
    long epoch = raise(ANN, 0);
    Position before = since(Position.START).next();
    if (!tryWipe()) {
      return;
    }

    Page page = since(before);
    assertThat(page.isFromStart()).isTrue();
    assertThat(page.resets()).isEmpty();

    keep(new Reset(ANN, epoch));
    assertThat(since(before).resets()).containsExactly(new Reset(ANN, epoch));
    assertThat(since(before).isFromStart()).isTrue();
  }

  @Test
  @DisplayName("many resets are returned in pages, each exactly once")
  public void manyComeInPages() {
    List<Reset> many = many("w", 2 * Resets.PAGE + 3);
    keepAll(many);

    Page first = since(Position.START);

    assertThat(first.resets()).hasSize(Resets.PAGE);
    assertThat(first.isLast()).isFalse();
    assertThat(all()).containsExactlyElementsOf(many);
  }

  @Test
  @DisplayName("names that look alike are kept separate and are returned unchanged")
  public void namesAreKeptApart() {
    Set<Identity> identities = new HashSet<>();
    LookAlikes.subjects()
        .forEach(key ->
            identities.add(new Identity(key.workspace(), key.namespace(), key.identifier())));

    identities.forEach(identity -> raise(identity, 0));

    assertThat(all().stream().map(Reset::identity)).containsExactlyInAnyOrderElementsOf(identities);
  }

  @Test
  @DisplayName("concurrent resets are all stored")
  public void concurrentResetsAreAllMade() {
    List<CompletionStage<Long>> answers =
        IntStream.range(0, 12).mapToObj(i -> resets().raise(ANN, 0)).toList();

    assertThat(answers.stream().map(Eventually::answer)).doesNotHaveDuplicates().hasSize(12);
    assertThat(all()).hasSize(1);
  }

  @Test
  @DisplayName("a workspace has a budget, in which only expired resets make room")
  public void aWorkspaceHasABudget() {
    keep(new Reset(BOB, epochMillis() - Resets.LIFE_MILLIS - 60_000));
    keepAll(many("w", Resets.BUDGET - 1));

    raise(ANN, 0); // in the place of the one that is over
    assertThatThrownBy(() -> raise(new Identity("w", "n", "one too many"), 0))
        .hasRootCauseInstanceOf(ResetRefused.class)
        .rootCause()
        .hasMessageContaining(Integer.toString(Resets.BUDGET));

    raise(ANN, 0);
    raise(new Identity("other", "n", "one too many"), 0);
    keep(new Reset(new Identity("w", "n", "left out"), epochMillis()));
    assertThat(all())
        .hasSize(Resets.BUDGET + 1)
        .noneMatch(reset ->
            reset.identity().identifier().equals("left out") || reset.identity().equals(BOB));
  }

  private List<Reset> many(String workspace, int count) {
    long now = epochMillis();
    return IntStream.range(0, count)
        .mapToObj(i -> new Reset(new Identity(workspace, "n", "id-" + i), now + i))
        .toList();
  }

  private void keepAll(List<Reset> resets) {
    for (int i = 0; i < resets.size(); i += 100) {
      Eventually.answer(resets().keep(resets.subList(i, Math.min(resets.size(), i + 100))));
    }
  }
}
