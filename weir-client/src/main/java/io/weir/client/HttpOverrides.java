// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Overrides;
import io.weir.client.http.HttpOutcome;
import io.weir.client.http.HttpTransport;
import io.weir.client.json.RequestWriter;
import io.weir.client.json.ResponseParser;
import io.weir.client.json.ResponseProblem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The overrides of a namespace on a server. */
final class HttpOverrides implements Overrides {
  private static final int NOT_FOUND = 404;

  // These problem types distinguish a missing override from a missing namespace.
  private static final String NO_OVERRIDE = "ratelimit_override_not_found";
  private static final String NO_NAMESPACE = "ratelimit_namespace_not_found";

  /**
   * Ten times as many pages as a server can have. The bound ends a listing in which every page announces another one.
   */
  private static final int MAX_PAGES = 10_000;

  private final HttpTransport transport;
  private final RefusalCache refusalCache;
  private final String namespace;

  HttpOverrides(HttpTransport transport, RefusalCache refusalCache, String namespace) {
    this.transport = transport;
    this.refusalCache = refusalCache;
    this.namespace = namespace;
  }

  /*
   * Cached refusals are dropped before a change is sent and again when its outcome is known. Whatever the outcome is,
   * and also if the call is cancelled, the change may have been made.
   */

  @Override
  public String set(String identifier, Limit limit) {
    byte[] body = setRequest(identifier, limit);
    HttpOutcome httpOutcome = transport.send("setOverride", body);
    if (hasProblem(NO_NAMESPACE, httpOutcome)) {
      HttpOutcome unusedLook = transport.send("limit", lookRequest(identifier, limit));
      httpOutcome = transport.send("setOverride", body);
    }
    return parseSet(httpOutcome);
  }

  @Override
  public CompletableFuture<String> setAsync(String identifier, Limit limit) {
    byte[] body = setRequest(identifier, limit);
    CompletableFuture<String> set = new CompletableFuture<>();
    requestPart(set, "setOverride", body, httpOutcome -> {
      if (hasProblem(NO_NAMESPACE, httpOutcome)) {
        requestPart(
            set,
            "limit",
            lookRequest(identifier, limit),
            unusedLook ->
                requestPart(set, "setOverride", body, second -> set.complete(parseSet(second))));
      } else {
        set.complete(parseSet(httpOutcome));
      }
    });
    return clearingRefusals(set);
  }

  /**
   * Builds a check that creates the namespace, as every check does, and spends nothing. So overrides can be set
   * before the first check.
   */
  private byte[] lookRequest(String identifier, Limit limit) {
    return RequestWriter.check(new RequestWriter.CheckRequest(
        namespace, identifier, Math.max(1, limit.amount()), limit.duration().toMillis(), 0));
  }

  private <T> CompletableFuture<T> clearingRefusals(CompletableFuture<T> change) {
    CompletableFuture<?> unused = change.whenComplete((made, thrown) -> refusalCache.clear());
    return change;
  }

  private byte[] setRequest(String identifier, Limit limit) {
    Check.requireName("identifier", identifier);
    refusalCache.clear();
    return RequestWriter.override(
        namespace, identifier, limit.amount(), limit.duration().toMillis());
  }

  private String parseSet(HttpOutcome httpOutcome) {
    refusalCache.clear();
    return HttpRatelimit.parse(
        HttpRatelimit.requireSuccess(httpOutcome, transport), ResponseParser::overrideId);
  }

  @Override
  public Optional<Entry> get(String identifier) {
    return parseFound(transport.send("getOverride", overrideRequest(identifier)));
  }

  @Override
  public CompletableFuture<Optional<Entry>> getAsync(String identifier) {
    return transport.sendAsync("getOverride", overrideRequest(identifier), this::parseFound);
  }

  private byte[] overrideRequest(String identifier) {
    Check.requireName("identifier", identifier);
    return RequestWriter.name(namespace, identifier);
  }

  private Optional<Entry> parseFound(HttpOutcome httpOutcome) {
    if (hasProblem(NO_OVERRIDE, httpOutcome)) {
      return Optional.empty();
    }
    return Optional.of(toEntry(HttpRatelimit.parse(
        HttpRatelimit.requireSuccess(httpOutcome, transport), ResponseParser::override)));
  }

  @Override
  public boolean delete(String identifier) {
    return parseDeleted(transport.send("deleteOverride", deleteRequest(identifier)));
  }

  @Override
  public CompletableFuture<Boolean> deleteAsync(String identifier) {
    return clearingRefusals(
        transport.sendAsync("deleteOverride", deleteRequest(identifier), this::parseDeleted));
  }

  private byte[] deleteRequest(String identifier) {
    byte[] body = overrideRequest(identifier);
    refusalCache.clear();
    return body;
  }

  private boolean parseDeleted(HttpOutcome httpOutcome) {
    refusalCache.clear();
    return !hasProblem(NO_OVERRIDE, httpOutcome)
        && HttpRatelimit.requireSuccess(httpOutcome, transport).status() == HttpRatelimit.OK;
  }

  private boolean hasProblem(String problem, HttpOutcome httpOutcome) {
    return httpOutcome instanceof HttpOutcome.Reply reply
        && reply.status() == NOT_FOUND
        && ResponseProblem.read(reply.body(), transport::redactKey).type().endsWith(problem);
  }

  private static Entry toEntry(ResponseParser.OverrideItem override) {
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
    PageReader pageReader = new PageReader();
    while (!pageReader.isComplete) {
      pageReader.add(transport.send("listOverrides", pageReader.nextRequest()));
    }
    return List.copyOf(pageReader.entries);
  }

  @Override
  public CompletableFuture<List<Entry>> listAsync() {
    CompletableFuture<List<Entry>> list = new CompletableFuture<>();
    requestPages(new PageReader(), list);
    return list;
  }

  /** Requests the next page, and after its response the remaining ones. */
  private void requestPages(PageReader pageReader, CompletableFuture<List<Entry>> list) {
    requestPart(list, "listOverrides", pageReader.nextRequest(), httpOutcome -> {
      pageReader.add(httpOutcome);
      if (pageReader.isComplete) {
        list.complete(List.copyOf(pageReader.entries));
      } else {
        requestPages(pageReader, list);
      }
    });
  }

  /**
   * Sends one request of a composite operation: a failure of the request fails the operation, and cancelling the
   * operation cancels the request.
   */
  private void requestPart(
      CompletableFuture<?> whole, String operation, byte[] body, Consumer<HttpOutcome> next) {
    CompletableFuture<Boolean> part = transport.sendAsync(operation, body, httpOutcome -> {
      if (!whole.isDone()) {
        next.accept(httpOutcome);
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

  /**
   * The pages of a list read so far. Pages are requested one after the other, so only one thread uses it at a time.
   */
  private final class PageReader {
    private final List<Entry> entries = new ArrayList<>();
    private String cursor = "";
    private int pagesRead;
    private boolean isComplete;

    byte[] nextRequest() {
      return RequestWriter.page(namespace, cursor);
    }

    void add(HttpOutcome httpOutcome) {
      ResponseParser.OverridePage overridePage = HttpRatelimit.parse(
          HttpRatelimit.requireSuccess(httpOutcome, transport), ResponseParser::page);
      overridePage.overrides().forEach(each -> entries.add(toEntry(each)));
      pagesRead++;
      isComplete = overridePage.cursor().isEmpty();
      if (!isComplete && (pagesRead >= MAX_PAGES || overridePage.cursor().equals(cursor))) {
        throw RatelimitExceptions.unintelligible(HttpRatelimit.OK, "its pagination does not end");
      }
      cursor = overridePage.cursor();
    }
  }
}
