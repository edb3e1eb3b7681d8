// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BodiesTest {
  @Test
  void collidingNamesDifferAndHaveOneHashCode() {
    List<String> names = Pattern.compile("\"(\\w+)\":1")
        .matcher(AttackBodies.collidingFields(1_000))
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();

    assertThat(names).hasSize(1_000).doesNotHaveDuplicates();
    assertThat(names.stream().map(String::hashCode).distinct()).hasSize(1);
  }

  @Test
  void theLargestCollidingBodyHasEightMegabytes() {
    assertThat(AttackBodies.collidingFields(200_000).length()).isBetween(8_000_000, 9_000_000);
  }

  @Test
  void heavyIdentifiersHaveTheMaximumLengthAndTwoKilobytes() {
    String identifier = AttackBodies.heavyIdentifier(7);

    assertThat(identifier.codePointCount(0, identifier.length())).isEqualTo(512);
    assertThat(identifier.getBytes(StandardCharsets.UTF_8)).hasSizeGreaterThan(2_000);
  }

  @Test
  void batchesHaveAHundredChecksEachAndShareNone() {
    assertThat(AttackBodies.batch(0, Long::toString)).startsWith("[0,1,").endsWith(",99]");
    assertThat(AttackBodies.batch(1, Long::toString)).startsWith("[100,").endsWith(",199]");
  }

  @Test
  void namesOfAttacksDiffer() {
    assertThat(Attacks.names()).doesNotHaveDuplicates();
  }
}
