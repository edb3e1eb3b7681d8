// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fault.SimulatedFault.FaultType;
import io.weir.simulator.scenario.DurationFormat;
import io.weir.simulator.scenario.FaultValidator;
import io.weir.yaml.YamlValue;
import io.weir.yaml.YamlValue.Mapping;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Parses the faults of a scenario file: {@code {at: 60s, kind: cut-ledger, where: region-2, for: 20s}}. */
final class FaultParser {
  /** The key of the list of faults. */
  static final String FAULTS = "faults";

  /** The keys of a fault, in the order of the documentation. */
  static final Set<String> KEYS =
      Collections.unmodifiableSet(new LinkedHashSet<>(List.of("at", "kind", "where", "for", "by")));

  private static final String FORM = ", as in {at: 60s, kind: pause, where: region-0, for: 4s}";
  private static final String TIME = "a time, " + DurationFormat.EXAMPLES;

  private FaultParser() {}

  /** Returns the valid faults of a file, and reports the others. */
  static List<SimulatedFault> read(
      ScenarioEntries file, FaultValidator check, ScenarioErrors scenarioErrors) {
    List<SimulatedFault> faults = new ArrayList<>();
    int index = 0;
    for (YamlValue item : file.items(FAULTS, "a list of faults" + FORM)) {
      String name = FAULTS + "[" + index + "]";
      if (item instanceof Mapping map) {
        Optional<SimulatedFault> fault = fault(map, name + ".", scenarioErrors);
        fault.ifPresent(found -> check
            .errors(found)
            .forEach(text -> scenarioErrors.add(map.line(), name + ": " + text)));
        fault.ifPresent(faults::add);
      } else {
        scenarioErrors.add(
            item.line(),
            name + " must be a map" + FORM + ", but was " + ScenarioEntries.shown(item));
      }
      index++;
    }
    return faults;
  }

  private static Optional<SimulatedFault> fault(
      Mapping map, String prefix, ScenarioErrors scenarioErrors) {
    ScenarioEntries scenarioEntries =
        new ScenarioEntries(map.entries(), prefix, KEYS, scenarioErrors);
    List.of("at", "kind", "where").forEach(key -> scenarioEntries.require(key, map.line()));
    Optional<Long> at = scenarioEntries.value("at", TIME, FaultParser::time);
    Optional<FaultType> kind = scenarioEntries.value(
        "kind", "one of " + String.join(", ", FaultValidator.names()), FaultParser::kind);
    Optional<String> where = scenarioEntries.value("where", "a place", Optional::of);
    Optional<Long> lasts = scenarioEntries.has("for")
        ? scenarioEntries.value("for", TIME, FaultParser::time)
        : Optional.of(0L);
    Optional<Long> amount = scenarioEntries.has("by")
        ? scenarioEntries.value("by", TIME + ", with a minus to go back", FaultParser::signedTime)
        : Optional.of(0L);
    return at.isPresent() && lasts.isPresent() && amount.isPresent() && where.isPresent()
        ? kind.map(k -> new SimulatedFault(k, where.get(), at.get(), lasts.get(), amount.get()))
        : Optional.empty();
  }

  private static Optional<FaultType> kind(String text) {
    return Arrays.stream(FaultType.values())
        .filter(faultType -> FaultValidator.name(faultType).equals(text))
        .findAny();
  }

  private static Optional<Long> time(String text) {
    return DurationFormat.parse(text).stream().boxed().findAny();
  }

  private static Optional<Long> signedTime(String text) {
    return text.startsWith("-") ? time(text.substring(1)).map(millis -> -millis) : time(text);
  }
}
