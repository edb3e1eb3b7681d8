// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

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

/** The overrides of a namespace on a server. */
final class HttpOverrides implements Overrides {
  private static final int NOT_FOUND = 404;

  /** By this a missing override is told from a missing namespace. */
  private static final String NO_OVERRIDE = "ratelimit_override_not_found";

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
   * Refusals are forgotten before a change is sent and again when its outcome is there: whatever came of it, and even if
   * nobody waits for it any more, it may have been made.
   */

  @Override
  public String set(String identifier, Limit limit) {
    return wasSet(courier.ask("setOverride", setting(identifier, limit)));
  }

  @Override
  public CompletableFuture<String> setAsync(String identifier, Limit limit) {
    return courier.send("setOverride", setting(identifier, limit), this::wasSet);
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
    if (isNoOverride(outcome)) {
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
    return courier.send("deleteOverride", deleting(identifier), this::wasThere);
  }

  private byte[] deleting(String identifier) {
    byte[] body = naming(identifier);
    refusals.forgetAll();
    return body;
  }

  private boolean wasThere(Outcome outcome) {
    refusals.forgetAll();
    return !isNoOverride(outcome)
        && HttpRatelimit.success(outcome, courier).status() == HttpRatelimit.OK;
  }

  private static boolean isNoOverride(Outcome outcome) {
    return outcome instanceof Outcome.Reply reply
        && reply.status() == NOT_FOUND
        && Problem.read(reply.body()).type().endsWith(NO_OVERRIDE);
  }

  private static Entry entry(Answers.Row override) {
    try {
      return new Entry(
          override.id(),
          override.identifier(),
          Limit.of(override.limit(), Duration.ofMillis(override.durationMillis())));
    } catch (IllegalArgumentException e) {
      throw RatelimitException.unintelligible(HttpRatelimit.OK, "an override's " + e.getMessage());
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
    CompletableFuture<Boolean> page = courier.send("listOverrides", pages.next(), outcome -> {
      pages.add(outcome);
      if (pages.isComplete) {
        list.complete(List.copyOf(pages.entries));
      } else if (!list.isDone()) {
        sendFor(pages, list);
      }
      return pages.isComplete;
    });
    CompletableFuture<?> unused = page.whenComplete((isLast, thrown) -> {
      if (thrown != null) {
        list.completeExceptionally(thrown);
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
        throw RatelimitException.unintelligible(
            HttpRatelimit.OK, "its pages do not come to an end");
      }
      cursor = page.cursor();
    }
  }
}
