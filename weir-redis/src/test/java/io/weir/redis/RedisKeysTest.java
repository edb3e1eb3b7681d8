// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.cluster.SlotHash;
import io.weir.CellKey;
import io.weir.SubjectKey;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisKeysTest {
  /** Names with separators, escapes, escaped characters, and unpaired surrogates. */
  private static final String[] NASTY = {
    ":",
    "%",
    "{",
    "}",
    "}:",
    "1",
    "u",
    "d800",
    "3a",
    "%3a",
    "\ud800",
    "\udc00",
    "\ufffd",
    "?",
    "\ud83d\ude00",
    "\u00e9",
    "e\u0301",
    "\0",
    "\n",
    "\r",
    " ",
    "*",
    "a"
  };

  private final RedisKeys keys = new RedisKeys("weir");

  @Test
  void aKeyReadsAsDocumented() {
    assertThat(keys.cell(cell("acme", "login", "alice", 28_333_340)))
        .isEqualTo("weir:1:{60000:acme:login:alice}:28333340");
    assertThat(keys.cell(cell("a:b", "c{d}", "e%f\n", -1)))
        .isEqualTo("weir:1:{60000:a%3ab:c%7bd%7d:e%25f%0a}:-1");
    assertThat(keys.cell(cell("a", "b", "\ud800x", 1))).isEqualTo("weir:1:{60000:a:b:%ud800x}:1");
    assertThat(keys.cell(
            new CellKey(new SubjectKey("acme", "login", "alice", 60_000, 1_700_000_000_000L), 7)))
        .isEqualTo("weir:1:{60000:acme:login:alice}:7:e1700000000000");
    assertThat(keys.processes()).isEqualTo("weir:1:{processes}");
    assertThat(keys.identity()).isEqualTo("weir:1:{processes}:identity");
  }

  @Test
  void noTwoCellsShareAKey() {
    long seed = 20;
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, CellKey> known = new HashMap<>();
    for (int i = 0; i < 200_000; i++) {
      CellKey cell = cell(part(random), part(random), part(random), random.nextInt(3));

      // Compares bytes, as Redis does: different strings may be encoded to the same bytes.
      byte[] bytes = keys.cell(cell).getBytes(StandardCharsets.UTF_8);
      CellKey earlier = known.put(new String(bytes, StandardCharsets.ISO_8859_1), cell);

      assertThat(earlier == null || earlier.equals(cell))
          .as("seed %s: %s and %s", seed, earlier, cell)
          .isTrue();
    }
  }

  private static String part(SplittableRandom random) {
    StringBuilder part = new StringBuilder();
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      part.append(NASTY[random.nextInt(NASTY.length)]);
    }
    return part.toString();
  }

  @Test
  void allCellsOfASubjectShareASlotAndSubjectsDoNot() {
    SplittableRandom random = new SplittableRandom(21);
    for (int i = 0; i < 1_000; i++) {
      String workspace = part(random);
      String identifier = part(random);
      int slot = SlotHash.getSlot(keys.cell(cell(workspace, "n", identifier, 5)));
      assertThat(SlotHash.getSlot(keys.cell(cell(workspace, "n", identifier, 6))))
          .isEqualTo(slot);
    }
    assertThat(SlotHash.getSlot(keys.cell(cell("a", "b", "c", 5))))
        .isNotEqualTo(SlotHash.getSlot(keys.cell(cell("a", "b", "d", 5))));
    assertThat(SlotHash.getSlot(keys.processes())).isEqualTo(SlotHash.getSlot(keys.identity()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a:b", "a{b", "a}b", "a b", "\u00e9", "a\n", "*"})
  void anAmbiguousPrefixIsRefused(String prefix) {
    assertThatThrownBy(() -> new RedisKeys(prefix))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the key prefix must be 1 to 64 characters")
        .hasMessageContaining("'" + prefix + "'");
  }

  @Test
  void aPrefixHasUpTo64Characters() {
    String longest = "x".repeat(64);
    assertThat(new RedisKeys(longest).processes()).startsWith(longest + ":1:");
    assertThatThrownBy(() -> new RedisKeys(longest + "x"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static CellKey cell(String workspace, String namespace, String identifier, long number) {
    return new CellKey(new SubjectKey(workspace, namespace, identifier, 60_000), number);
  }
}
