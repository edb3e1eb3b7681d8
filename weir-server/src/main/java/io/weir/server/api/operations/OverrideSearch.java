// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.operations;

import io.weir.server.api.AuthenticatedRequest;
import io.weir.server.directory.NamespaceEntry;
import io.weir.server.json.ObjectValues;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Finds the overrides that apply to the checks of a request. Callers choose the patterns and identifiers, so a search
 * can take long. A long search runs on a worker thread, so that other requests of the event loop do not wait for it.
 */
final class OverrideSearch {
  /** About a millisecond of matching. A hundred checks in a namespace with ordinary patterns take fewer steps. */
  private static final long MAX_STEPS_IN_A_ROW = 100_000;

  private final AuthenticatedRequest authenticatedRequest;
  private final List<NamespaceEntry> entries;
  private final List<RequestedCheck> found;

  private OverrideSearch(AuthenticatedRequest authenticatedRequest, List<NamespaceEntry> entries) {
    this.authenticatedRequest = authenticatedRequest;
    this.entries = entries;
    this.found = new ArrayList<>(entries.size());
  }

  /** Searches for the single check of a request. */
  static void find(
      AuthenticatedRequest authenticatedRequest,
      NamespaceEntry entry,
      Consumer<RequestedCheck> next) {
    if (steps(entry, authenticatedRequest.object()) <= MAX_STEPS_IN_A_ROW) {
      next.accept(RequestedCheck.parse(entry, authenticatedRequest.object()));
    } else {
      authenticatedRequest.continueAfter(
          authenticatedRequest.runOnWorker(
              () -> RequestedCheck.parse(entry, authenticatedRequest.object())),
          next);
    }
  }

  /**
   * Searches for all checks of a request.
   *
   * @param entries the namespace of each check
   */
  static void findAll(
      AuthenticatedRequest authenticatedRequest,
      List<NamespaceEntry> entries,
      Consumer<List<RequestedCheck>> next) {
    long steps = 0;
    for (int i = 0; i < entries.size(); i++) {
      steps += steps(entries.get(i), authenticatedRequest.objects().get(i));
    }
    OverrideSearch search = new OverrideSearch(authenticatedRequest, entries);
    if (steps <= MAX_STEPS_IN_A_ROW) {
      next.accept(search.findSome());
    } else {
      search.findOnWorker(next);
    }
  }

  private static long steps(NamespaceEntry entry, ObjectValues check) {
    return (long) entry.overrideSteps() + RequestedCheck.identifier(check).length();
  }

  /** Releases the worker for other requests between its parts, and stops if the request is abandoned. */
  private void findOnWorker(Consumer<List<RequestedCheck>> next) {
    authenticatedRequest.continueAfter(authenticatedRequest.runOnWorker(this::findSome), some -> {
      if (some.size() == entries.size()) {
        next.accept(some);
      } else {
        findOnWorker(next);
      }
    });
  }

  private List<RequestedCheck> findSome() {
    long steps = 0;
    while (found.size() < entries.size() && steps <= MAX_STEPS_IN_A_ROW) {
      NamespaceEntry entry = entries.get(found.size());
      ObjectValues check = authenticatedRequest.objects().get(found.size());
      found.add(RequestedCheck.parse(entry, check));
      steps += steps(entry, check);
    }
    return found;
  }
}
