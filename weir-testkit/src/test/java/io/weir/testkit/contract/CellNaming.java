// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import io.weir.CellKey;
import io.weir.SubjectKey;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;

/** A way in which a store names cells: the correct one, or one that confuses some cells. */
enum CellNaming {
  EXACT,
  JOINED,
  WITHOUT_DURATION,
  WITHOUT_SEQUENCE,
  WITHOUT_EPOCH,
  CASE_FOLDED,
  NORMALISED,
  TRIMMED,
  CUT,
  AS_UTF_8;

  Object of(CellKey cell) {
    SubjectKey subject = cell.subject();
    return switch (this) {
      case JOINED ->
        String.join(
            "-",
            subject.workspace(),
            subject.namespace(),
            subject.identifier(),
            String.valueOf(subject.durationMillis()),
            String.valueOf(cell.sequence()));
      case WITHOUT_DURATION -> new CellKey(with(subject, subject.identifier(), 1), 1);
      case WITHOUT_SEQUENCE -> subject;
      default ->
        new CellKey(
            with(subject, distorted(subject.identifier()), subject.durationMillis()),
            cell.sequence());
    };
  }

  private String distorted(String identifier) {
    return switch (this) {
      case CASE_FOLDED -> identifier.toLowerCase(Locale.ROOT);
      case NORMALISED -> Normalizer.normalize(identifier, Normalizer.Form.NFC);
      case TRIMMED -> identifier.stripTrailing();
      case CUT -> identifier.substring(0, Math.min(255, identifier.length()));
      case AS_UTF_8 ->
        new String(identifier.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
      default -> identifier;
    };
  }

  private SubjectKey with(SubjectKey key, String identifier, long duration) {
    long epoch = this == WITHOUT_EPOCH ? 0 : key.epoch();
    return new SubjectKey(key.workspace(), key.namespace(), identifier, duration, epoch);
  }
}
