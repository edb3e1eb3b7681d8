// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario;

import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fault.SimulatedFault.FaultType;
import io.weir.simulator.scenario.Scenario.TimeSpan;
import io.weir.simulator.scenario.Scenario.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Validates the place, time and size of a fault. */
public final class FaultValidator {
  /** The place of the ledger's own faults. */
  public static final String LEDGER = "ledger";

  /** The maximum clock step: a day. A larger step would reveal nothing more. */
  static final long MAX_STEP_MILLIS = 86_400_000;

  /** The maximum duration of a fault, longer than any simulation. */
  static final long MAX_MILLIS = 30 * 86_400_000L;

  private static final Set<FaultType> INSTANT_KINDS =
      Set.of(FaultType.WIPE_ORIGIN, FaultType.WIPE_LEDGER, FaultType.STEP_CLOCK);

  /** The kinds that affect what all processes of a region share. */
  private static final Set<FaultType> REGION_KINDS = Set.of(FaultType.WIPE_ORIGIN, FaultType.STORM);

  private static final Pattern PLACE =
      Pattern.compile("region-(0|[1-9][0-9]{0,5})(?:/node-(0|[1-9][0-9]{0,5}))?");

  private final Topology topology;
  private final TimeSpan timeSpan;

  /** Creates a validator for this topology and time span. */
  public FaultValidator(Topology topology, TimeSpan timeSpan) {
    this.topology = topology;
    this.timeSpan = timeSpan;
  }

  /** Returns the kind's name in scenario files. */
  public static String name(FaultType faultType) {
    return faultType.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the names of all kinds. */
  public static List<String> names() {
    return Arrays.stream(FaultType.values()).map(FaultValidator::name).toList();
  }

  /** Returns all errors in a fault; empty if it is valid. */
  public List<String> errors(SimulatedFault simulatedFault) {
    List<String> found = new ArrayList<>();
    String name = name(simulatedFault.kind());
    if (simulatedFault.atMillis() < 0 || simulatedFault.atMillis() >= timeSpan.millis()) {
      found.add("must be at 0ms to %s, before the simulation ends, but was at %s"
          .formatted(
              DurationFormat.text(timeSpan.millis() - 1),
              DurationFormat.text(simulatedFault.atMillis())));
    }
    if (INSTANT_KINDS.contains(simulatedFault.kind())) {
      if (simulatedFault.forMillis() != 0) {
        found.add(name + " is instantaneous and takes no \"for\"");
      }
    } else if (simulatedFault.forMillis() < 1 || simulatedFault.forMillis() > MAX_MILLIS) {
      found.add(name + " must last 1ms to 30d, as in \"for: 20s\", but was "
          + DurationFormat.text(simulatedFault.forMillis()));
    }
    amount(simulatedFault, name, found);
    if (!isPlace(simulatedFault)) {
      found.add(name + " must be at " + places(simulatedFault.kind()) + ", but was at "
          + QuotedText.quoted(simulatedFault.place()));
    }
    return found;
  }

  private static void amount(SimulatedFault simulatedFault, String name, List<String> found) {
    if (simulatedFault.kind() != FaultType.STEP_CLOCK) {
      if (simulatedFault.amount() != 0) {
        found.add(name + " takes no \"by\"");
      }
    } else if (simulatedFault.amount() == 0
        || Math.abs(simulatedFault.amount()) > MAX_STEP_MILLIS) {
      found.add(name
          + " must be by 1ms to 1d, ahead or (with a minus) back, as in \"by: -1500ms\", but was "
          + DurationFormat.text(simulatedFault.amount()));
    }
  }

  private boolean isPlace(SimulatedFault simulatedFault) {
    boolean ofLedger = simulatedFault.place().equals(LEDGER);
    if (ofLedger || simulatedFault.kind() == FaultType.WIPE_LEDGER) {
      return ofLedger
          && (simulatedFault.kind() == FaultType.WIPE_LEDGER
              || simulatedFault.kind() == FaultType.STORM);
    }
    Matcher place = PLACE.matcher(simulatedFault.place());
    return place.matches()
        && Integer.parseInt(place.group(1)) < topology.regions()
        && (place.group(2) == null
            || (!REGION_KINDS.contains(simulatedFault.kind())
                && Integer.parseInt(place.group(2)) < topology.nodes()));
  }

  private String places(FaultType faultType) {
    int region = topology.regions() - 1;
    String regions = region == 0 ? "region-0" : "region-0 to region-" + region;
    String all =
        regions + " or one of its processes, as in region-0/node-" + (topology.nodes() - 1);
    return switch (faultType) {
      case WIPE_LEDGER -> LEDGER;
      case WIPE_ORIGIN -> regions;
      case STORM -> LEDGER + " or " + regions;
      default -> all;
    };
  }
}
