// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario;

import io.weir.simulator.fault.Fault;
import io.weir.simulator.fault.Fault.Kind;
import io.weir.simulator.scenario.Scenario.Span;
import io.weir.simulator.scenario.Scenario.Terrain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether something can go wrong at that place and time at all. */
public final class FaultCheck {
  /** The place of the ledger's own faults. */
  public static final String LEDGER = "ledger";

  /** A clock that is off by more is on another day, which tells nothing that a day does not. */
  static final long MOST_STEP_MILLIS = 86_400_000;

  /** A fault that outlasts the longest simulation might as well last as long. */
  static final long LONGEST_MILLIS = 30 * 86_400_000L;

  private static final Set<Kind> AN_INSTANT =
      Set.of(Kind.WIPE_ORIGIN, Kind.WIPE_LEDGER, Kind.STEP_CLOCK);

  /** They strike what all processes of a region share. */
  private static final Set<Kind> OF_A_REGION = Set.of(Kind.WIPE_ORIGIN, Kind.STORM);

  private static final Pattern PLACE =
      Pattern.compile("region-(0|[1-9][0-9]{0,5})(?:/node-(0|[1-9][0-9]{0,5}))?");

  private final Terrain terrain;
  private final Span span;

  /** For faults there and then. */
  public FaultCheck(Terrain terrain, Span span) {
    this.terrain = terrain;
    this.span = span;
  }

  /** The kind's name in scenario files. */
  public static String name(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The names of all kinds. */
  public static List<String> names() {
    return Arrays.stream(Kind.values()).map(FaultCheck::name).toList();
  }

  /** All that is wrong with it; nothing if it may happen. */
  public List<String> complaints(Fault fault) {
    List<String> found = new ArrayList<>();
    String name = name(fault.kind());
    if (fault.atMillis() < 0 || fault.atMillis() >= span.millis()) {
      found.add("must be at 0ms to %s, before the simulation ends, but was at %s"
          .formatted(Times.text(span.millis() - 1), Times.text(fault.atMillis())));
    }
    if (AN_INSTANT.contains(fault.kind())) {
      if (fault.forMillis() != 0) {
        found.add(name + " is instantaneous and takes no \"for\"");
      }
    } else if (fault.forMillis() < 1 || fault.forMillis() > LONGEST_MILLIS) {
      found.add(name + " must last 1ms to 30d, as in \"for: 20s\", but was "
          + Times.text(fault.forMillis()));
    }
    amount(fault, name, found);
    if (!isPlace(fault)) {
      found.add(name + " must be at " + places(fault.kind()) + ", but was at "
          + Shown.quoted(fault.place()));
    }
    return found;
  }

  private static void amount(Fault fault, String name, List<String> found) {
    if (fault.kind() != Kind.STEP_CLOCK) {
      if (fault.amount() != 0) {
        found.add(name + " takes no \"by\"");
      }
    } else if (fault.amount() == 0 || Math.abs(fault.amount()) > MOST_STEP_MILLIS) {
      found.add(name
          + " must be by 1ms to 1d, ahead or (with a minus) back, as in \"by: -1500ms\", but was "
          + Times.text(fault.amount()));
    }
  }

  private boolean isPlace(Fault fault) {
    boolean ofLedger = fault.place().equals(LEDGER);
    if (ofLedger || fault.kind() == Kind.WIPE_LEDGER) {
      return ofLedger && (fault.kind() == Kind.WIPE_LEDGER || fault.kind() == Kind.STORM);
    }
    Matcher place = PLACE.matcher(fault.place());
    return place.matches()
        && Integer.parseInt(place.group(1)) < terrain.regions()
        && (place.group(2) == null
            || (!OF_A_REGION.contains(fault.kind())
                && Integer.parseInt(place.group(2)) < terrain.nodes()));
  }

  private String places(Kind kind) {
    int region = terrain.regions() - 1;
    String regions = region == 0 ? "region-0" : "region-0 to region-" + region;
    String all = regions + " or one of its processes, as in region-0/node-" + (terrain.nodes() - 1);
    return switch (kind) {
      case WIPE_LEDGER -> LEDGER;
      case WIPE_ORIGIN -> regions;
      case STORM -> LEDGER + " or " + regions;
      default -> all;
    };
  }
}
