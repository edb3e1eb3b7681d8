// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.SubjectKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubjectDigestTest {
  private static SubjectDigest digest(String workspace, String namespace, String identifier) {
    return SubjectDigest.of(new SubjectKey(workspace, namespace, identifier, 60_000));
  }

  @Test
  void namesThatContainSeparatorsDoNotCollide() {
    assertThat(List.of(
            digest("a", "b", "c"),
            digest("a\0b", "c", ""),
            digest("a", "b\0c", ""),
            digest("a", "b", "\0c"),
            digest("a\0", "b", "c"),
            digest("a", "\0b", "c"),
            digest("a\0\0b", "c", "d"),
            digest("a", "\0b\0c", "d"),
            digest("a", "\0b", "c\0d"),
            digest("ab", "c", ""),
            digest("a", "bc", ""),
            digest("", "ab", "c")))
        .doesNotHaveDuplicates();
  }

  @Test
  void theDurationIsPartOfIt() {
    SubjectKey minute = new SubjectKey("a", "b", "c", 60_000);
    SubjectKey hour = new SubjectKey("a", "b", "c", 3_600_000);

    assertThat(SubjectDigest.of(minute)).isNotEqualTo(SubjectDigest.of(hour));
  }

  @Test
  void unpairedSurrogatesDiffer() {
    assertThat(List.of(
            digest("a", "b", "\ud800"), digest("a", "b", "\udfff"), digest("a", "b", "\ufffd")))
        .doesNotHaveDuplicates();
  }

  @Test
  void matchesStoredDigests() {
    SubjectKey reset = new SubjectKey("a", "b", "c", 60_000, 1_700_000_000_000L);

    assertThat(digest("workspace", "n", "\ud83d\ude80 caf\u00e9 \ud800"))
        .isEqualTo(new SubjectDigest(-9166258735492870135L, -1125325731576094966L));
    assertThat(SubjectDigest.of(reset))
        .isEqualTo(new SubjectDigest(-718730715540600626L, 730985520125717321L));
  }
}
