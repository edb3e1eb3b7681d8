// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.reset.ResetRefused;
import io.weir.reset.Resets;
import io.weir.reset.Resets.Reset;
import io.weir.reset.Resets.ResetPage;
import io.weir.reset.Resets.ResetPosition;
import io.weir.reset.Resets.ResetTarget;
import io.weir.testkit.servers.Eventually;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of every store of resets. An implementation's test extends this class and provides an empty store. */
public abstract class ResetsContract {
  private static final ResetTarget ANN = new ResetTarget("w", "n", "ann");
  private static final ResetTarget BOB = new ResetTarget("w", "n", "bob");

  /** Returns the store under test, empty at first. Always the same one within a test. */
  protected abstract Resets resets();

  /** Returns the approximate time of the store's clock. */
  protected abstract long epochMillis();

  /** Makes the store lose everything, and returns whether that was possible. */
  protected boolean tryWipe() {
    return false;
  }

  private long raise(ResetTarget resetTarget, long minEpoch) {
    return Eventually.await(resets().raise(resetTarget, minEpoch));
  }

  private void store(Reset... some) {
    Eventually.await(resets().store(List.of(some)));
  }

  private ResetPage since(ResetPosition resetPosition) {
    return Eventually.await(resets().since(resetPosition));
  }

  private List<Reset> all() {
    List<Reset> all = new ArrayList<>();
    ResetPage resetPage = since(ResetPosition.START);
    all.addAll(resetPage.resets());
    while (!resetPage.isLast()) {
      resetPage = since(resetPage.next());
      all.addAll(resetPage.resets());
    }
    return all;
  }

  @Test
  public void anEmptyStoreReturnsNoResets() {
    ResetPage resetPage = since(ResetPosition.START);

    assertThat(resetPage.resets()).isEmpty();
    assertThat(resetPage.isLast()).isTrue();
    assertThat(resetPage.isFromStart()).isTrue();
  }

  @Test
  public void aResetIsReturnedWithItsEpoch() {
    long epoch = raise(ANN, 5);

    assertThat(epoch).isBetween(epochMillis() - 60_000, epochMillis() + 60_000);
    assertThat(all()).containsExactly(new Reset(ANN, epoch));
  }

  @Test
  public void anEpochIsNotBeforeTheRequestedOne() {
    long ahead = epochMillis() + 10_000_000;

    assertThat(raise(ANN, ahead)).isEqualTo(ahead);
    assertThat(raise(ANN, 5)).isEqualTo(ahead + 1);
  }

  @Test
  public void eachResetHasALaterEpoch() {
    long first = raise(ANN, 0);
    long second = raise(ANN, 0);

    assertThat(second).isGreaterThan(first);
    assertThat(all()).containsExactly(new Reset(ANN, second));
  }

  @Test
  public void onlyResetsSinceAPositionAreReturned() {
    raise(ANN, 0);
    ResetPosition resetPosition = since(ResetPosition.START).next();
    assertThat(since(resetPosition).resets()).isEmpty();
    assertThat(since(resetPosition).isFromStart()).isFalse();

    long bob = raise(BOB, 0);
    long ann = raise(ANN, 0);

    ResetPage resetPage = since(resetPosition);
    assertThat(resetPage.resets()).containsExactly(new Reset(BOB, bob), new Reset(ANN, ann));
    assertThat(resetPage.isFromStart()).isFalse();
    assertThat(since(resetPage.next()).resets()).isEmpty();
  }

  @Test
  public void storingAnEpochNeverLowersIt() {
    long epoch = raise(ANN, 0);
    ResetPosition resetPosition = since(ResetPosition.START).next();

    store(new Reset(ANN, epoch - 1), new Reset(ANN, epoch));
    assertThat(since(resetPosition).resets()).isEmpty();

    store(new Reset(ANN, epoch + 7), new Reset(BOB, epoch));
    assertThat(since(resetPosition).resets())
        .containsExactly(new Reset(ANN, epoch + 7), new Reset(BOB, epoch));
  }

  @Test
  public void anUnknownPositionReturnsAllResets() {
    long epoch = raise(ANN, 0);
    ResetPosition known = since(ResetPosition.START).next();

    for (ResetPosition unknown : List.of(
        new ResetPosition("another", known.revision()),
        new ResetPosition(known.generation(), known.revision() + 1))) {
      ResetPage resetPage = since(unknown);
      assertThat(resetPage.isFromStart()).isTrue();
      assertThat(resetPage.resets()).containsExactly(new Reset(ANN, epoch));
    }
  }

  @Test
  public void lostResetsAreReportedAndAcceptedAgain() {
    long epoch = raise(ANN, 0);
    ResetPosition before = since(ResetPosition.START).next();
    if (!tryWipe()) {
      return;
    }

    ResetPage resetPage = since(before);
    assertThat(resetPage.isFromStart()).isTrue();
    assertThat(resetPage.resets()).isEmpty();

    store(new Reset(ANN, epoch));
    assertThat(since(before).resets()).containsExactly(new Reset(ANN, epoch));
    assertThat(since(before).isFromStart()).isTrue();
  }

  @Test
  public void manyResetsAreReturnedInPages() {
    List<Reset> many = many("w", 2 * Resets.PAGE + 3);
    storeAll(many);

    ResetPage first = since(ResetPosition.START);

    assertThat(first.resets()).hasSize(Resets.PAGE);
    assertThat(first.isLast()).isFalse();
    assertThat(all()).containsExactlyElementsOf(many);
  }

  @Test
  public void similarNamesAreKeptSeparate() {
    Set<ResetTarget> identities = new HashSet<>();
    ConfusableSubjects.subjects()
        .forEach(key ->
            identities.add(new ResetTarget(key.workspace(), key.namespace(), key.identifier())));

    identities.forEach(resetTarget -> raise(resetTarget, 0));

    assertThat(all().stream().map(Reset::identity)).containsExactlyInAnyOrderElementsOf(identities);
  }

  @Test
  public void concurrentResetsAreAllStored() {
    List<CompletionStage<Long>> answers =
        IntStream.range(0, 12).mapToObj(i -> resets().raise(ANN, 0)).toList();

    assertThat(answers.stream().map(Eventually::await)).doesNotHaveDuplicates().hasSize(12);
    assertThat(all()).hasSize(1);
  }

  @Test
  public void aWorkspacesBudgetIsFreedOnlyByExpiredResets() {
    store(new Reset(BOB, epochMillis() - Resets.RETENTION_MILLIS - 60_000));
    storeAll(many("w", Resets.BUDGET - 1));

    raise(ANN, 0); // in place of the expired one
    assertThatThrownBy(() -> raise(new ResetTarget("w", "n", "one too many"), 0))
        .hasRootCauseInstanceOf(ResetRefused.class)
        .rootCause()
        .hasMessageContaining(Integer.toString(Resets.BUDGET));

    raise(ANN, 0);
    raise(new ResetTarget("other", "n", "one too many"), 0);
    store(new Reset(new ResetTarget("w", "n", "left out"), epochMillis()));
    assertThat(all())
        .hasSize(Resets.BUDGET + 1)
        .noneMatch(reset ->
            reset.identity().identifier().equals("left out") || reset.identity().equals(BOB));
  }

  private List<Reset> many(String workspace, int count) {
    long now = epochMillis();
    return IntStream.range(0, count)
        .mapToObj(i -> new Reset(new ResetTarget(workspace, "n", "id-" + i), now + i))
        .toList();
  }

  private void storeAll(List<Reset> resets) {
    for (int i = 0; i < resets.size(); i += 100) {
      Eventually.await(resets().store(resets.subList(i, Math.min(resets.size(), i + 100))));
    }
  }
}
