// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Turns a line of JSON into a request: an object is one check, an array of objects a batch. */
final class RequestParser {

  /** A line is short enough as it is; the library's own ceilings would only make for messages that nobody understands. */
  private static final StreamReadConstraints CONSTRAINTS = StreamReadConstraints.builder()
      .maxNumberLength(Lines.MAX_BYTES)
      .maxStringLength(Lines.MAX_BYTES)
      .maxNameLength(Lines.MAX_BYTES)
      .build();

  /** Where the library's messages turn from what is wrong to its own switches and sources. */
  private static final List<String> ASIDES =
      List.of(" (start marker", " (for ", ": enable", ": maybe a (non-standard)");

  private final JsonFactory factory =
      JsonFactory.builder().streamReadConstraints(CONSTRAINTS).build();

  private final CheckFields.Fallback fallback;

  RequestParser(CheckFields.Fallback fallback) {
    this.fallback = fallback;
  }

  Replay.Request parse(String line) throws WrongInput {
    try (JsonParser json = factory.createParser(line)) {
      JsonToken first = json.nextToken();
      Replay.Request request;
      if (first == JsonToken.START_OBJECT) {
        request = single(json);
      } else if (first == JsonToken.START_ARRAY) {
        request = batch(json);
      } else {
        throw new WrongInput(
            "must be an object or an array of objects, but was " + Shown.value(json));
      }
      if (json.nextToken() != null) {
        throw new WrongInput(
            "must be one object or array, but was followed by " + Shown.value(json));
      }
      return request;
    } catch (JsonProcessingException e) {
      throw notJson(e);
    } catch (IOException e) {
      throw new IllegalStateException("reading from a string failed", e);
    }
  }

  private Replay.Request single(JsonParser json) throws IOException, WrongInput {
    CheckFields fields = CheckFields.read(json);
    return new Replay.Request(fields.t(), List.of(fields.item(fallback)));
  }

  private Replay.Request batch(JsonParser json) throws IOException, WrongInput {
    List<Replay.Item> items = new ArrayList<>();
    long t = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      try {
        if (json.currentToken() != JsonToken.START_OBJECT) {
          throw new WrongInput("must be an object, but was " + Shown.value(json));
        }
        CheckFields fields = CheckFields.read(json);
        t = items.isEmpty() ? fields.t() : fields.sameT(t);
        items.add(fields.item(fallback));
      } catch (WrongInput e) {
        throw e.at("item " + (items.size() + 1));
      }
    }
    if (items.isEmpty()) {
      throw new WrongInput("a batch must hold at least 1 check, but held 0");
    }
    return new Replay.Request(t, items);
  }

  private static WrongInput notJson(JsonProcessingException e) {
    String reason = String.valueOf(e.getOriginalMessage());
    for (String aside : ASIDES) {
      int at = reason.indexOf(aside);
      reason = at < 0 ? reason : reason.substring(0, at);
    }
    String place =
        e.getLocation() == null ? "" : " at column " + e.getLocation().getColumnNr();
    return new WrongInput("is not JSON" + place + ": " + reason);
  }
}
