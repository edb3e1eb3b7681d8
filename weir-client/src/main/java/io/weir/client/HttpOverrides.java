// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Overrides;
import io.weir.client.http.Courier;
import io.weir.client.http.Outcome;
import io.weir.client.json.Answers;
import io.weir.client.json.Problem;
import io.weir.client.json.Questions;
import io.weir.client.refusals.Refusals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The overrides of a namespace on a server. */
final class HttpOverrides implements Overrides {
  private static final int NOT_FOUND = 404;

  // By these a missing override is told from a missing namespace.
  private static final String NO_OVERRIDE = "ratelimit_override_not_found";
  private static final String NO_NAMESPACE = "ratelimit_namespace_not_found";

  /** Ten times as many as a server takes of them. A server that never comes to an end is not followed for ever. */
  private static final int MOST_PAGES = 10_000;

  private final Courier courier;
  private final Refusals refusals;
  private final String namespace;

  HttpOverrides(Courier courier, Refusals refusals, String namespace) {
    this.courier = courier;
    this.refusals = refusals;
    this.namespace = namespace;
  }

  /*
   * Refusals are forgotten before a change is sent and again when its outcome is there: whatever came of it, and also when
   * somebody cancels it, it may have been made.
   */

  @Override
  public String set(String identifier, Limit limit) {
    byte[] body = setting(identifier, limit);
    Outcome outcome = courier.ask("setOverride", body);
    if (is(NO_NAMESPACE, outcome)) {
      Outcome unusedLook = courier.ask("limit", look(identifier, limit));
      outcome = courier.ask("setOverride", body);
    }
    return wasSet(outcome);
  }

  @Override
  public CompletableFuture<String> setAsync(String identifier, Limit limit) {
    byte[] body = setting(identifier, limit);
    CompletableFuture<String> set = new CompletableFuture<>();
    askFor(set, "setOverride", body, outcome -> {
      if (is(NO_NAMESPACE, outcome)) {
        askFor(
            set,
            "limit",
            look(identifier, limit),
            unusedLook -> askFor(set, "setOverride", body, second -> set.complete(wasSet(second))));
      } else {
        set.complete(wasSet(outcome));
      }
    });
    return forgetting(set);
  }

  /** Makes the namespace, as every check does, and spends nothing. So overrides can be set before there are checks. */
  private byte[] look(String identifier, Limit limit) {
    return Questions.check(new Questions.Question(
        namespace, identifier, Math.max(1, limit.amount()), limit.duration().toMillis(), 0));
  }

  private <T> CompletableFuture<T> forgetting(CompletableFuture<T> change) {
    CompletableFuture<?> unused = change.whenComplete((made, thrown) -> refusals.forgetAll());
    return change;
  }

  private byte[] setting(String identifier, Limit limit) {
    Check.requireName("identifier", identifier);
    refusals.forgetAll();
    return Questions.override(
        namespace, identifier, limit.amount(), limit.duration().toMillis());
  }

  private String wasSet(Outcome outcome) {
    refusals.forgetAll();
    return HttpRatelimit.read(HttpRatelimit.success(outcome, courier), Answers::overrideId);
  }

  @Override
  public Optional<Entry> get(String identifier) {
    return found(courier.ask("getOverride", naming(identifier)));
  }

  @Override
  public CompletableFuture<Optional<Entry>> getAsync(String identifier) {
    return courier.send("getOverride", naming(identifier), this::found);
  }

  private byte[] naming(String identifier) {
    Check.requireName("identifier", identifier);
    return Questions.name(namespace, identifier);
  }

  private Optional<Entry> found(Outcome outcome) {
    if (is(NO_OVERRIDE, outcome)) {
      return Optional.empty();
    }
    return Optional.of(
        entry(HttpRatelimit.read(HttpRatelimit.success(outcome, courier), Answers::override)));
  }

  @Override
  public boolean delete(String identifier) {
    return wasThere(courier.ask("deleteOverride", deleting(identifier)));
  }

  @Override
  public CompletableFuture<Boolean> deleteAsync(String identifier) {
    return forgetting(courier.send("deleteOverride", deleting(identifier), this::wasThere));
  }

  private byte[] deleting(String identifier) {
    byte[] body = naming(identifier);
    refusals.forgetAll();
    return body;
  }

  private boolean wasThere(Outcome outcome) {
    refusals.forgetAll();
    return !is(NO_OVERRIDE, outcome)
        && HttpRatelimit.success(outcome, courier).status() == HttpRatelimit.OK;
  }

  private boolean is(String problem, Outcome outcome) {
    return outcome instanceof Outcome.Reply reply
        && reply.status() == NOT_FOUND
        && Problem.read(reply.body(), courier::withoutKey).type().endsWith(problem);
  }

  private static Entry entry(Answers.Row override) {
    try {
      return new Entry(
          override.id(),
          override.identifier(),
          override.limit(),
          Duration.ofMillis(override.durationMillis()));
    } catch (IllegalArgumentException e) {
      throw RatelimitExceptions.unintelligible(HttpRatelimit.OK, "override: " + e.getMessage());
    }
  }

  @Override
  public List<Entry> list() {
    Pages pages = new Pages();
    while (!pages.isComplete) {
      pages.add(courier.ask("listOverrides", pages.next()));
    }
    return List.copyOf(pages.entries);
  }

  @Override
  public CompletableFuture<List<Entry>> listAsync() {
    CompletableFuture<List<Entry>> list = new CompletableFuture<>();
    sendFor(new Pages(), list);
    return list;
  }

  /** Asks for the next page, and for all others when it is there. */
  private void sendFor(Pages pages, CompletableFuture<List<Entry>> list) {
    askFor(list, "listOverrides", pages.next(), outcome -> {
      pages.add(outcome);
      if (pages.isComplete) {
        list.complete(List.copyOf(pages.entries));
      } else {
        sendFor(pages, list);
      }
    });
  }

  /** Asks as a part of a whole, which fails if this does, and ends this if it is cancelled. */
  private void askFor(
      CompletableFuture<?> whole, String operation, byte[] body, Consumer<Outcome> next) {
    CompletableFuture<Boolean> part = courier.send(operation, body, outcome -> {
      if (!whole.isDone()) {
        next.accept(outcome);
      }
      return true;
    });
    CompletableFuture<?> unused = part.whenComplete((went, thrown) -> {
      if (thrown != null) {
        whole.completeExceptionally(thrown);
      }
    });
    CompletableFuture<?> unusedToo = whole.whenComplete((all, thrown) -> {
      if (whole.isCancelled()) {
        part.cancel(true);
      }
    });
  }

  /** What has been read of a list. One page is asked for after the other, so it is used by one thread at a time. */
  private final class Pages {
    private final List<Entry> entries = new ArrayList<>();
    private String cursor = "";
    private int read;
    private boolean isComplete;

    byte[] next() {
      return Questions.page(namespace, cursor);
    }

    void add(Outcome outcome) {
      Answers.Page page =
          HttpRatelimit.read(HttpRatelimit.success(outcome, courier), Answers::page);
      page.overrides().forEach(each -> entries.add(entry(each)));
      read++;
      isComplete = page.cursor().isEmpty();
      if (!isComplete && (read >= MOST_PAGES || page.cursor().equals(cursor))) {
        throw RatelimitExceptions.unintelligible(HttpRatelimit.OK, "its pagination does not end");
      }
      cursor = page.cursor();
    }
  }
}
