// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Observer;
import io.weir.SeededCases;
import io.weir.window.Evaluation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests how much a process assumes that the others have spent without its knowledge. */
class UnseenSpendingTest {
  private static final int RECENT = 15;

  /** How much longer an answer may count. */
  private static final int PERIOD = 8;

  private static final long START = 1_700_000_000_000L;
  private static final long HOUR = 3_600_000;

  private final Scope scope =
      new SubjectTable(8, SubjectTable.StoreSharing.NONE, Observer.NONE).scope("w", "n", HOUR);

  /** A process that spends, publishes and imports, with the answers that it got from its region. */
  private final class Member {
    /** The counts when an answer had been merged, without what the answer's own publication contained. */
    private record Answer(long own, long siblings, long atMillis) {}

    private final Subject subject = new Subject(scope, "a", 1, START);
    private final int others;
    private final List<Answer> answers = new ArrayList<>();
    private long now = START;
    private long spent;
    private long published;
    private long siblings;
    private long news;

    private Member(int others) {
      this.others = others;
    }

    private Member spend(long units) {
      spent += units;
      return this;
    }

    private Member pass(long millis) {
      now += millis;
      return this;
    }

    /** Publishes. The region holds all that was spent, and the others have published this much more. */
    private Member publish(long imported) {
      siblings += imported;
      news = spent - published;
      answers.add(new Answer(published, siblings, now));
      published = spent;
      subject.published(
          subject.current(), new RegionalView.PublishedCount(news, siblings, others, now, RECENT));
      return this;
    }

    private long unseen() {
      Evaluation e = new Evaluation(100, HOUR, 1, now).besideOthers(others, false, RECENT);
      e.recordCurrent(spent, siblings, 0, 0);
      return subject.unseen(e, spent - published);
    }

    /** The expected value by definition, over all answers that are younger than this. */
    private long mostUnseen(long youngerMillis) {
      return answers.stream()
          .filter(answer -> now - answer.atMillis() < youngerMillis)
          .mapToLong(
              answer -> others * (spent - answer.own()) - Math.max(0, siblings - answer.siblings()))
          .reduce(0, Math::max);
    }
  }

  @Test
  void eachOfTheOthersMayHaveSpentAsMuchAsThisProcess() {
    Member member = new Member(4).publish(0).spend(10);

    assertThat(member.unseen()).isEqualTo(40);
    assertThat(member.publish(0).unseen()).isEqualTo(40);
  }

  @Test
  void whatIsImportedAfterwardsIsNoLongerUnseen() {
    Member member = new Member(1).publish(0).spend(25).publish(0).publish(20);

    assertThat(member.unseen()).isEqualTo(5);
  }

  @Test
  void whatTheFirstAnswerImportsWasSpentBefore() {
    Member member = new Member(1).publish(50).spend(25).publish(0).publish(0);

    assertThat(member.unseen()).isEqualTo(25);
  }

  @Test
  void whatOthersSpentBeforeThisProcessDidIsNotCreditedToWhatTheySpendNow() {
    Member member = new Member(1).publish(0).pass(7).publish(25);

    member.pass(1).spend(13).publish(0).pass(2).publish(0);

    assertThat(member.unseen()).isEqualTo(13);
  }

  @Test
  void earlierSpendingIsNotCreditedInThePreviousPeriodEither() {
    Member member = new Member(1).publish(0).pass(RECENT - 1).publish(25);

    member.pass(2).publish(0).spend(13).publish(0).pass(2).publish(0);

    assertThat(member.unseen()).isEqualTo(13);
  }

  @Test
  void spendingPublishedLongAgoIsNotUnseen() {
    Member member = new Member(4).spend(10).publish(0).pass(RECENT + PERIOD).publish(0);

    assertThat(member.unseen()).isZero();
  }

  @Test
  void everyRecentAnswerIsTakenIntoAccount() {
    SeededCases.cases(2_000, this::honorsEveryRecentAnswer);
  }

  private void honorsEveryRecentAnswer(SplittableRandom random) {
    Member member = new Member(random.nextInt(1, 9));
    for (int step = 0; step < 60; step++) {
      member.pass(random.nextInt(random.nextInt(1, 20)));
      switch (random.nextInt(3)) {
        case 0 -> member.spend(random.nextInt(20));
        case 1 -> member.publish(0);
        default -> member.publish(random.nextInt(40));
      }
      long ofThisMoment = member.others * Math.max(member.news, 0)
          + member.others * (member.spent - member.published);
      assertThat(member.unseen())
          .isBetween(
              member.mostUnseen(RECENT),
              Math.max(ofThisMoment, member.mostUnseen(RECENT + PERIOD)));
    }
  }
}
