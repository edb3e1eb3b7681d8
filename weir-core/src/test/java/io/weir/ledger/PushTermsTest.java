// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.ledger.PushPolicy.PushTerms;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PushTermsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-1 | 250 | 500 | floorPermille must be 0 to 1000, but was -1",
        "1001 | 250 | 500 | floorPermille must be 0 to 1000, but was 1001",
        "0 | 49 | 500 | pushMillis must be 50 to 600000, but was 49",
        "0 | 600001 | 500 | pushMillis must be 50 to 600000, but was 600001",
        "0 | 250 | 49 | pullMillis must be 50 to 600000, but was 49",
        "0 | 250 | 600001 | pullMillis must be 50 to 600000, but was 600001",
      })
  void outOfRangeNumbersAreNamedWithTheRange(
      int floorPermille, long pushMillis, long pullMillis, String message) {
    assertThatThrownBy(() -> new PushTerms(floorPermille, pushMillis, pullMillis))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void theEndsOfTheRangesAreAccepted() {
    assertThat(new PushTerms(0, 50, 50).floorPermille()).isEqualTo(PushTerms.EQUAL_SHARE);
    assertThat(new PushTerms(1_000, 600_000, 600_000).pullMillis()).isEqualTo(600_000);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 100, 4, 25",
    "0, 100, 3, 34",
    "0, 100, 1, 50",
    "0, 1, 10, 1",
    "0, 0, 10, 1",
    "500, 100, 10, 50",
    "500, 101, 10, 51",
    "200, 7, 10, 2",
    "200, 1, 10, 1",
    "750, 0, 10, 1",
    "1000, 12345, 10, 12345",
    "0, 9223372036854775807, 2, 4611686018427387904",
    "500, 9223372036854775807, 2, 4611686018427387904",
    "1000, 9223372036854775807, 2, 9223372036854775807",
  })
  void theThresholdIsAPartOfTheLimitRoundedUp(
      int floorPermille, long limit, int regions, long expected) {
    assertThat(new PushTerms(floorPermille, 250, 500).threshold(limit, regions))
        .isEqualTo(expected);
  }

  @Test
  void theThresholdMatchesBigIntegerArithmetic() {
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < 10_000; i++) {
      long limit = random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63);
      int floor = random.nextInt(1, 1_001);

      BigInteger[] parts = BigInteger.valueOf(limit)
          .multiply(BigInteger.valueOf(floor))
          .divideAndRemainder(BigInteger.valueOf(1_000));
      long expected = Math.max(1, parts[0].longValueExact() + parts[1].signum());

      assertThat(new PushTerms(floor, 250, 500).threshold(limit, 3))
          .as("limit %d, floor %d", limit, floor)
          .isEqualTo(expected);
    }
  }

  @Test
  void theFloorOfAShareIsAtMostHalfTheLimit() {
    assertThat(PushPolicy.WEIR.terms().floor(10)).isEqualTo(0.1);
    assertThat(PushPolicy.WEIR.terms().floor(1)).isEqualTo(0.5);
    assertThat(new PushTerms(750, 250, 500).floor(10)).isEqualTo(0.75);
  }

  @ParameterizedTest
  @EnumSource(PushPolicy.class)
  void aNewPolicyBringsItsTermsAndKeepsTheRest(PushPolicy policy) {
    LedgerOptions options =
        LedgerOptions.defaults().withMinimumRegions(7).withMaxForeignSums(8).withWorkspaceBudget(9);
    PushTerms pushTerms = new PushTerms(333, 444, 555);

    LedgerOptions changed = options.withTerms(pushTerms).withPolicy(policy);

    assertThat(changed).isEqualTo(new LedgerOptions(policy, policy.terms(), 7, 8, 9));
    assertThat(changed.withTerms(pushTerms))
        .isEqualTo(new LedgerOptions(policy, pushTerms, 7, 8, 9));
  }

  @Test
  void everyPaceIsAtMostAFifthSlower() {
    PushTerms pushTerms = new PushTerms(500, 10_000, 5_000);

    assertThat(PushPolicy.RFC.maxPushMillis(pushTerms)).isEqualTo(12_000);
    assertThat(PushPolicy.WEIR.maxPushMillis(pushTerms)).isEqualTo(12_000 + 300 + 900 + 100);
    assertThat(PushPolicy.WEIR.maxPullMillis(pushTerms)).isEqualTo(6_000);
  }
}
