// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fault.SimulatedFault.FaultType;
import io.weir.simulator.scenario.DurationFormat;
import io.weir.simulator.scenario.FaultValidator;
import io.weir.simulator.scenario.QuotedText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Faults as people write them: {@code 60s cut-ledger region-2 for 20s}. */
final class FaultParser {
  private static final String FORM =
      "must be TIME KIND PLACE, then \"for TIME\" or \"by TIME\" where it needs one";

  private FaultParser() {}

  /** The fault of this line, if nothing is wrong with it. */
  static Optional<SimulatedFault> parse(
      ScenarioEntry scenarioEntry, FaultValidator check, ScenarioErrors scenarioErrors) {
    List<String> wrong = new ArrayList<>();
    String[] words = scenarioEntry.value().split("\\s+");
    SimulatedFault simulatedFault = read(words, wrong);
    if (wrong.isEmpty()) {
      wrong.addAll(check.errors(simulatedFault));
    }
    wrong.forEach(text -> scenarioErrors.add(scenarioEntry, "fault " + text));
    return wrong.isEmpty() ? Optional.of(simulatedFault) : Optional.empty();
  }

  private static SimulatedFault read(String[] words, List<String> wrong) {
    if (words.length != 3 && words.length != 5) {
      wrong.add(FORM + ", but was " + QuotedText.quoted(String.join(" ", words)));
      return new SimulatedFault(FaultType.PAUSE, "", 0, 0, 0);
    }
    long at = time(words[0], wrong);
    Optional<FaultType> kind = Arrays.stream(FaultType.values())
        .filter(k -> FaultValidator.name(k).equals(words[1]))
        .findAny();
    if (kind.isEmpty()) {
      wrong.add("must be one of " + String.join(", ", FaultValidator.names()) + ", but was "
          + QuotedText.quoted(words[1]));
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
      wrong.add(FORM + ", but there was " + QuotedText.quoted(words[3]));
    }
    return new SimulatedFault(kind.orElse(FaultType.PAUSE), words[2], at, lasts, amount);
  }

  private static long time(String word, List<String> wrong) {
    OptionalLong time = DurationFormat.parse(word);
    if (time.isEmpty()) {
      wrong.add(
          "must have a time, " + DurationFormat.EXAMPLES + ", but had " + QuotedText.quoted(word));
    }
    return time.orElse(0);
  }
}
