// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.honest;

import io.weir.benchmarks.server.load.FixedRateLoad;
import io.weir.benchmarks.server.load.LoadConnection;
import io.weir.benchmarks.server.load.RequestTemplate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the honest client. Uses up the limits of its own identifiers and compares each answer with the
 * expected one.
 */
final class HonestConnection implements FixedRateLoad.Client, AutoCloseable {
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final int OK = 200;

  /** Requests that are still unsent this long after the end of a phase count as failed. */
  private static final long PATIENCE_MILLIS = 10_000;

  private static final Pattern ANSWER =
      Pattern.compile("\"remaining\":(\\d+),\"reset\":(\\d+),\"success\":(true|false)");

  /**
   * The steps for each identifier: spend its limit with a look in between, be refused, look; then check earlier
   * identifiers.
   */
  private enum Step {
    SPEND,
    LOOK,
    EARLIER
  }

  private static final List<Step> STEPS = List.of(
      Step.SPEND,
      Step.SPEND,
      Step.LOOK,
      Step.SPEND,
      Step.SPEND,
      Step.SPEND,
      Step.SPEND,
      Step.LOOK,
      Step.EARLIER,
      Step.EARLIER);

  private final RequestTemplate requestTemplate;
  private final String name;
  private final List<HonestIdentifier> usedUp = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private @Nullable LoadConnection loadConnection;
  private HonestIdentifier honestIdentifier;
  private int subjects;
  private int step;
  private int earlier;
  private Failures failures = Failures.none();
  private long endNanos;

  HonestConnection(RequestTemplate requestTemplate, String name) {
    this.requestTemplate = requestTemplate;
    this.name = name;
    this.honestIdentifier = nextSubject();
  }

  /** Starts a phase of this length, with no failures or faults. */
  void begin(long millis) {
    failures = Failures.none();
    faults.clear();
    endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis + PATIENCE_MILLIS);
  }

  /** The requests of this phase that were not answered with a decision. */
  Failures failures() {
    return failures;
  }

  /** All wrong decisions of this phase. */
  List<String> faults() {
    return List.copyOf(faults);
  }

  @Override
  public FixedRateLoad.Exchange next(long sequence) {
    if (step == STEPS.size() || !honestIdentifier.isKnown(System.currentTimeMillis())) {
      honestIdentifier = nextSubject();
      step = 0;
    }
    Step now = STEPS.get(step++);
    HonestIdentifier identifier = now == Step.EARLIER ? nextUsedUp() : honestIdentifier;
    long cost = now == Step.LOOK ? 0 : 1;
    byte[] request = requestTemplate.request(identifier.body(cost));
    return () -> ask(identifier, cost, request);
  }

  private HonestIdentifier nextSubject() {
    int number = subjects++;
    return new HonestIdentifier(name + "-" + number, number % 2 == 1);
  }

  /** Returns the earlier used-up identifiers in turn. */
  private HonestIdentifier nextUsedUp() {
    usedUp.removeIf(each -> !each.isKnown(System.currentTimeMillis()));
    return usedUp.isEmpty() ? honestIdentifier : usedUp.get(earlier++ % usedUp.size());
  }

  private void ask(HonestIdentifier identifier, long cost, byte[] request) {
    if (System.nanoTime() - endNanos > 0) {
      failures.addUnsent();
      return;
    }
    boolean wasUsedUp = identifier.isUsedUp();
    try {
      LoadConnection.LoadReply loadReply = connection().send(request);
      Matcher matcher = ANSWER.matcher(loadReply.body());
      if (loadReply.status() != OK || !matcher.find()) {
        failures.add(loadReply);
        identifier.lose();
        close();
        return;
      }
      String fault = identifier.judge(
          cost,
          new HonestIdentifier.ExpectedAnswer(
              Boolean.parseBoolean(matcher.group(3)),
              Long.parseLong(matcher.group(1)),
              Long.parseLong(matcher.group(2))));
      if (!fault.isEmpty() && identifier.isKnown(System.currentTimeMillis())) {
        faults.add(fault);
      }
      if (identifier.isUsedUp() && !wasUsedUp) {
        usedUp.add(identifier);
      }
    } catch (IOException e) {
      failures.add(e);
      identifier.lose();
      close();
    }
  }

  private LoadConnection connection() throws IOException {
    LoadConnection open = loadConnection;
    if (open == null) {
      open = new LoadConnection(requestTemplate.port(), TIMEOUT_MILLIS);
      loadConnection = open;
    }
    return open;
  }

  /**
   * Checks every used-up identifier once more. Adds wrong decisions to the faults and returns how many were checked.
   */
  int checkUsedUp() {
    begin(0);
    List<HonestIdentifier> all = List.copyOf(usedUp);
    int checked = 0;
    for (HonestIdentifier each : all) {
      if (each.isKnown(System.currentTimeMillis())) {
        ask(each, 1, requestTemplate.request(each.body(1)));
        checked++;
      }
    }
    return checked;
  }

  @Override
  public void close() {
    LoadConnection open = loadConnection;
    loadConnection = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        failures.add(e);
      }
    }
  }
}
