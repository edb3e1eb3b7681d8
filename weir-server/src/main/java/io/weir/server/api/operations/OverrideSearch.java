// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.operations;

import io.weir.server.api.Call;
import io.weir.server.directory.NamespaceEntry;
import io.weir.server.json.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Finds the overrides that apply to the checks of a request. Callers choose the patterns and the identifiers, so a search
 * can take long: then it runs on another thread, and other requests of the event loop do not wait for it.
 */
final class OverrideSearch {
  /** About a millisecond of matching. A hundred checks in a namespace with ordinary patterns take fewer steps. */
  private static final long MAX_STEPS_IN_A_ROW = 100_000;

  private final Call call;
  private final List<NamespaceEntry> entries;
  private final List<CheckFields> found;

  private OverrideSearch(Call call, List<NamespaceEntry> entries) {
    this.call = call;
    this.entries = entries;
    this.found = new ArrayList<>(entries.size());
  }

  /** Searches for the only check of a request. */
  static void find(Call call, NamespaceEntry entry, Consumer<CheckFields> next) {
    if (steps(entry, call.object()) <= MAX_STEPS_IN_A_ROW) {
      next.accept(CheckFields.in(entry, call.object()));
    } else {
      call.after(call.runOnWorker(() -> CheckFields.in(entry, call.object())), next);
    }
  }

  /**
   * Searches for all checks of a request.
   *
   * @param entries the namespace of each check
   */
  static void findAll(Call call, List<NamespaceEntry> entries, Consumer<List<CheckFields>> next) {
    long steps = 0;
    for (int i = 0; i < entries.size(); i++) {
      steps += steps(entries.get(i), call.objects().get(i));
    }
    OverrideSearch search = new OverrideSearch(call, entries);
    if (steps <= MAX_STEPS_IN_A_ROW) {
      next.accept(search.findSome());
    } else {
      search.findOnWorker(next);
    }
  }

  private static long steps(NamespaceEntry entry, Values check) {
    return (long) entry.overrideSteps() + CheckFields.identifier(check).length();
  }

  /** Leaves the worker to others between its parts, and stops if the request was given up. */
  private void findOnWorker(Consumer<List<CheckFields>> next) {
    call.after(call.runOnWorker(this::findSome), some -> {
      if (some.size() == entries.size()) {
        next.accept(some);
      } else {
        findOnWorker(next);
      }
    });
  }

  private List<CheckFields> findSome() {
    long steps = 0;
    while (found.size() < entries.size() && steps <= MAX_STEPS_IN_A_ROW) {
      NamespaceEntry entry = entries.get(found.size());
      Values check = call.objects().get(found.size());
      found.add(CheckFields.in(entry, check));
      steps += steps(entry, check);
    }
    return found;
  }
}
