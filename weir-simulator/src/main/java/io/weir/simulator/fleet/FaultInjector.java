// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fleet.VirtualNetwork.NetworkConditions;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Injects faults into a fleet at their times, and ends them. */
public final class FaultInjector {
  /** A process that shuts down cleanly takes no checks for this long, while it publishes its remaining counts. */
  private static final long DRAIN_MILLIS = 1_500;

  private record ScheduledEffect(long atMillis, long number, Runnable effect) {}

  /** A slot cut off from the ledger or from its origin. */
  private record NetworkCut(ProcessSlot slot, boolean isFromLedger) {}

  private final SimulatedFleet fleet;
  private final long startMillis;
  private final PriorityQueue<ScheduledEffect> schedule =
      new PriorityQueue<>(Comparator.comparingLong(ScheduledEffect::atMillis)
          .thenComparingLong(ScheduledEffect::number));
  private long numbers;

  /**
   * The number of active faults for each cut, paused process and stormy network: overlapping faults end with the last
   * of them.
   */
  private final Map<Object, Integer> activeFaults = new HashMap<>();

  /** Creates an injector for these faults, whose times count from now. */
  public FaultInjector(SimulatedFleet fleet, List<SimulatedFault> faults) {
    this.fleet = fleet;
    this.startMillis = fleet.clock().elapsedMillis();
    for (SimulatedFault simulatedFault : faults) {
      scheduleAt(simulatedFault.atMillis(), () -> inject(simulatedFault));
    }
  }

  private void scheduleAt(long millis, Runnable effect) {
    schedule.add(new ScheduledEffect(millis, ++numbers, effect));
  }

  /** Applies everything that is due by now. */
  public void inject() {
    long now = fleet.clock().elapsedMillis() - startMillis;
    ScheduledEffect next = schedule.peek();
    while (next != null && next.atMillis() <= now) {
      schedule.remove();
      next.effect().run();
      next = schedule.peek();
    }
  }

  /** Returns whether all faults have happened and ended. */
  public boolean isFinished() {
    return schedule.isEmpty();
  }

  private void inject(SimulatedFault simulatedFault) {
    fleet.listener().event(simulatedFault.toString());
    switch (simulatedFault.kind()) {
      case CUT_ORIGIN ->
        forEachSlot(
            simulatedFault, processSlot -> cut(new NetworkCut(processSlot, false), simulatedFault));
      case CUT_LEDGER ->
        forEachSlot(
            simulatedFault, processSlot -> cut(new NetworkCut(processSlot, true), simulatedFault));
      case PAUSE -> pause(simulatedFault);
      case KILL -> forEachSlot(simulatedFault, processSlot -> replace(processSlot, simulatedFault));
      case RESTART ->
        forEachSlot(simulatedFault, processSlot -> restart(processSlot, simulatedFault));
      case REMOVE_ORIGIN -> changeOrigin(simulatedFault, ProcessInstance.OriginChoice.NONE);
      case ADD_ORIGIN -> changeOrigin(simulatedFault, ProcessInstance.OriginChoice.FIRST);
      case REPLACE_ORIGIN -> changeOrigin(simulatedFault, ProcessInstance.OriginChoice.OTHER);
      case WIPE_ORIGIN -> fleet.origin(regionOf(simulatedFault)).wipe();
      case WIPE_LEDGER -> fleet.ledger().wipe();
      case STEP_CLOCK ->
        forEachSlot(
            simulatedFault, processSlot -> processSlot.clock().step(simulatedFault.amount()));
      case STORM -> storm(simulatedFault);
      default -> throw new IllegalArgumentException("unknown fault: " + simulatedFault);
    }
  }

  private boolean isFirst(Object fault) {
    return activeFaults.merge(fault, 1, Integer::sum) == 1;
  }

  private boolean isLast(Object fault) {
    return activeFaults.merge(fault, -1, (all, one) -> all + one == 0 ? null : all + one) == null;
  }

  private void cut(NetworkCut networkCut, SimulatedFault simulatedFault) {
    if (isFirst(networkCut)) {
      change(networkCut, VirtualNetwork::partition);
    }
    scheduleEnd(simulatedFault, simulatedFault.forMillis(), () -> {
      if (isLast(networkCut)) {
        change(networkCut, VirtualNetwork::join);
      }
    });
  }

  private interface NetworkChange {
    void apply(VirtualNetwork network, String one, String other);
  }

  /** Changes the network of the process in the slot, if there is one. */
  private void change(NetworkCut networkCut, NetworkChange networkChange) {
    ProcessInstance processInstance = networkCut.slot().process();
    int region = networkCut.slot().region();
    if (processInstance != null && networkCut.isFromLedger()) {
      networkChange.apply(
          fleet.ledgerNetwork(), processInstance.name(), SimulatedFleet.LEDGER_PLACE);
    } else if (processInstance != null) {
      networkChange.apply(
          fleet.originNetwork(region), processInstance.name(), SimulatedFleet.originPlace(region));
    }
  }

  private void pause(SimulatedFault simulatedFault) {
    forEachSlot(simulatedFault, processSlot -> {
      ProcessInstance processInstance = processSlot.process();
      if (processInstance != null) {
        activeFaults.merge(processInstance, 1, Integer::sum);
        processSlot.pause(true);
        onBothNetworks(processSlot, (network, name) -> network.hold(name));
        scheduleEnd(simulatedFault, simulatedFault.forMillis(), () -> {
          if (isLast(processInstance) && processInstance.equals(processSlot.process())) {
            processSlot.pause(false);
            onBothNetworks(processSlot, (network, name) -> network.release(name));
          }
        });
      }
    });
  }

  private void onBothNetworks(ProcessSlot processSlot, BiConsumer<VirtualNetwork, String> effect) {
    ProcessInstance processInstance = processSlot.process();
    if (processInstance != null) {
      effect.accept(fleet.ledgerNetwork(), processInstance.name());
      effect.accept(fleet.originNetwork(processSlot.region()), processInstance.name());
    }
  }

  private void restart(ProcessSlot processSlot, SimulatedFault simulatedFault) {
    ProcessInstance processInstance = processSlot.process();
    if (processInstance != null) {
      processSlot.drain();
      scheduleEnd(simulatedFault, DRAIN_MILLIS, () -> {
        // Otherwise it was killed in the meantime, and the slot has its successor.
        if (processInstance.equals(processSlot.process())) {
          replace(processSlot, simulatedFault);
        }
      });
    }
  }

  private void changeOrigin(SimulatedFault simulatedFault, ProcessInstance.OriginChoice origin) {
    forEachSlot(simulatedFault, processSlot -> {
      processSlot.origin(origin);
      restart(processSlot, simulatedFault);
    });
  }

  private void replace(ProcessSlot processSlot, SimulatedFault simulatedFault) {
    if (processSlot.process() != null) {
      fleet.killProcess(processSlot);
      scheduleEnd(simulatedFault, simulatedFault.forMillis(), () -> {
        if (processSlot.process() == null) {
          fleet.startProcess(processSlot);
          for (boolean isFromLedger : new boolean[] {false, true}) {
            NetworkCut networkCut = new NetworkCut(processSlot, isFromLedger);
            if (activeFaults.containsKey(networkCut)) {
              change(networkCut, VirtualNetwork::partition);
            }
          }
        }
      });
    }
  }

  private void storm(SimulatedFault simulatedFault) {
    boolean isLedger = simulatedFault.place().equals(SimulatedFleet.LEDGER_PLACE);
    VirtualNetwork network =
        isLedger ? fleet.ledgerNetwork() : fleet.originNetwork(regionOf(simulatedFault));
    NetworkConditions normal = SimulatedFleet.clearWeather(
        isLedger ? fleet.plan().topology().far() : fleet.plan().topology().near());
    activeFaults.merge(network, 1, Integer::sum);
    network.conditions(NetworkConditions.BAD);
    scheduleEnd(simulatedFault, simulatedFault.forMillis(), () -> {
      if (isLast(network)) {
        network.conditions(normal);
      }
    });
  }

  private void scheduleEnd(SimulatedFault simulatedFault, long millis, Runnable effect) {
    long now = fleet.clock().elapsedMillis() - startMillis;
    scheduleAt(now + millis, () -> {
      fleet.listener().event("ended: " + simulatedFault);
      effect.run();
    });
  }

  private void forEachSlot(SimulatedFault simulatedFault, Consumer<ProcessSlot> effect) {
    for (ProcessSlot processSlot : fleet.slots()) {
      if (processSlot.name().equals(simulatedFault.place())
          || SimulatedFleet.regionName(processSlot.region()).equals(simulatedFault.place())) {
        effect.accept(processSlot);
      }
    }
  }

  private static int regionOf(SimulatedFault simulatedFault) {
    String place = simulatedFault.place();
    int end = place.indexOf('/');
    return Integer.parseInt(place, "region-".length(), end < 0 ? place.length() : end, 10);
  }
}
