// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import io.weir.simulator.fault.Fault;
import io.weir.simulator.fault.Fault.Kind;
import io.weir.simulator.scenario.FaultCheck;
import io.weir.simulator.scenario.Times;
import io.weir.yaml.YamlValue;
import io.weir.yaml.YamlValue.Mapping;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the faults of a file: {@code {at: 60s, kind: cut-ledger, where: region-2, for: 20s}}. */
final class FaultText {
  /** The key of all faults. */
  static final String FAULTS = "faults";

  /** The keys of one fault, in the order of the documentation. */
  static final Set<String> KEYS =
      Collections.unmodifiableSet(new LinkedHashSet<>(List.of("at", "kind", "where", "for", "by")));

  private static final String FORM = ", as in {at: 60s, kind: pause, where: region-0, for: 4s}";
  private static final String TIME = "a time, " + Times.EXAMPLES;

  private FaultText() {}

  /** The faults of a file, except those that are wrong. */
  static List<Fault> read(Entries file, FaultCheck check, Complaints complaints) {
    List<Fault> faults = new ArrayList<>();
    int index = 0;
    for (YamlValue item : file.items(FAULTS, "a list of faults" + FORM)) {
      String name = FAULTS + "[" + index + "]";
      if (item instanceof Mapping map) {
        Optional<Fault> fault = fault(map, name + ".", complaints);
        fault.ifPresent(found -> check
            .complaints(found)
            .forEach(text -> complaints.add(map.line(), name + ": " + text)));
        fault.ifPresent(faults::add);
      } else {
        complaints.add(
            item.line(), name + " must be a map" + FORM + ", but was " + Entries.shown(item));
      }
      index++;
    }
    return faults;
  }

  private static Optional<Fault> fault(Mapping map, String prefix, Complaints complaints) {
    Entries entries = new Entries(map.entries(), prefix, KEYS, complaints);
    List.of("at", "kind", "where").forEach(key -> entries.require(key, map.line()));
    Optional<Long> at = entries.value("at", TIME, FaultText::time);
    Optional<Kind> kind =
        entries.value("kind", "one of " + String.join(", ", FaultCheck.names()), FaultText::kind);
    Optional<String> where = entries.value("where", "a place", Optional::of);
    Optional<Long> lasts =
        entries.has("for") ? entries.value("for", TIME, FaultText::time) : Optional.of(0L);
    Optional<Long> amount = entries.has("by")
        ? entries.value("by", TIME + ", with a minus to go back", FaultText::signedTime)
        : Optional.of(0L);
    return at.isPresent() && lasts.isPresent() && amount.isPresent() && where.isPresent()
        ? kind.map(k -> new Fault(k, where.get(), at.get(), lasts.get(), amount.get()))
        : Optional.empty();
  }

  private static Optional<Kind> kind(String text) {
    return Arrays.stream(Kind.values())
        .filter(kind -> FaultCheck.name(kind).equals(text))
        .findAny();
  }

  private static Optional<Long> time(String text) {
    return Times.parse(text).stream().boxed().findAny();
  }

  private static Optional<Long> signedTime(String text) {
    return text.startsWith("-") ? time(text.substring(1)).map(millis -> -millis) : time(text);
  }
}
