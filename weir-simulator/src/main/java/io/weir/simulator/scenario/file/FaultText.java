// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import io.weir.simulator.fault.Fault;
import io.weir.simulator.fault.Fault.Kind;
import io.weir.simulator.scenario.FaultCheck;
import io.weir.simulator.scenario.Shown;
import io.weir.simulator.scenario.Times;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Faults as people write them: {@code 60s cut-ledger region-2 for 20s}. */
final class FaultText {
  private static final String FORM =
      "must be TIME KIND PLACE, then \"for TIME\" or \"by TIME\" where it needs one";

  private FaultText() {}

  /** The fault of this line, if nothing is wrong with it. */
  static Optional<Fault> parse(Entry entry, FaultCheck check, Complaints complaints) {
    List<String> wrong = new ArrayList<>();
    String[] words = entry.value().split("\\s+");
    Fault fault = read(words, wrong);
    if (wrong.isEmpty()) {
      wrong.addAll(check.complaints(fault));
    }
    wrong.forEach(text -> complaints.add(entry, "fault " + text));
    return wrong.isEmpty() ? Optional.of(fault) : Optional.empty();
  }

  private static Fault read(String[] words, List<String> wrong) {
    if (words.length != 3 && words.length != 5) {
      wrong.add(FORM + ", but was " + Shown.quoted(String.join(" ", words)));
      return new Fault(Kind.PAUSE, "", 0, 0, 0);
    }
    long at = time(words[0], wrong);
    Optional<Kind> kind = Arrays.stream(Kind.values())
        .filter(k -> FaultCheck.name(k).equals(words[1]))
        .findAny();
    if (kind.isEmpty()) {
      wrong.add("must be one of " + String.join(", ", FaultCheck.names()) + ", but was "
          + Shown.quoted(words[1]));
    }
    long lasts = 0;
    long amount = 0;
    if (words.length == 5 && words[3].equals("for")) {
      lasts = time(words[4], wrong);
    } else if (words.length == 5 && words[3].equals("by")) {
      boolean back = words[4].startsWith("-");
      long much = time(back ? words[4].substring(1) : words[4], wrong);
      amount = back ? -much : much;
    } else if (words.length == 5) {
      wrong.add(FORM + ", but there was " + Shown.quoted(words[3]));
    }
    return new Fault(kind.orElse(Kind.PAUSE), words[2], at, lasts, amount);
  }

  private static long time(String word, List<String> wrong) {
    OptionalLong time = Times.parse(word);
    if (time.isEmpty()) {
      wrong.add("must have a time, " + Times.EXAMPLES + ", but had " + Shown.quoted(word));
    }
    return time.orElse(0);
  }
}
