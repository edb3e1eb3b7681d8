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

/** Parses a line of JSON into a request: an object is one check, an array of objects is a batch. */
final class RequestParser {

  /**
   * The length of a line is already bounded. The library's own limits would only add error messages that are hard to
   * understand.
   */
  private static final StreamReadConstraints CONSTRAINTS = StreamReadConstraints.builder()
      .maxNumberLength(InputLines.MAX_BYTES)
      .maxStringLength(InputLines.MAX_BYTES)
      .maxNameLength(InputLines.MAX_BYTES)
      .build();

  /** Where a message of the library stops describing the error and starts to mention its own settings and sources. */
  private static final List<String> LIBRARY_HINTS =
      List.of(" (start marker", " (for ", ": enable", ": maybe a (non-standard)");

  private final JsonFactory factory =
      JsonFactory.builder().streamReadConstraints(CONSTRAINTS).build();

  private final CheckInput.CheckDefaults checkDefaults;

  RequestParser(CheckInput.CheckDefaults checkDefaults) {
    this.checkDefaults = checkDefaults;
  }

  Replay.ReplayRequest parse(String line) throws InvalidInput {
    try (JsonParser json = factory.createParser(line)) {
      JsonToken first = json.nextToken();
      Replay.ReplayRequest replayRequest;
      if (first == JsonToken.START_OBJECT) {
        replayRequest = single(json);
      } else if (first == JsonToken.START_ARRAY) {
        replayRequest = batch(json);
      } else {
        throw new InvalidInput(
            "must be an object or an array of objects, but was " + DisplayedValue.value(json));
      }
      if (json.nextToken() != null) {
        throw new InvalidInput(
            "must be one object or array, but was followed by " + DisplayedValue.value(json));
      }
      return replayRequest;
    } catch (JsonProcessingException e) {
      throw notJson(e);
    } catch (IOException e) {
      throw new IllegalStateException("reading from a string failed", e);
    }
  }

  private Replay.ReplayRequest single(JsonParser json) throws IOException, InvalidInput {
    CheckInput fields = CheckInput.read(json);
    return new Replay.ReplayRequest(fields.time(), List.of(fields.item(checkDefaults)));
  }

  private Replay.ReplayRequest batch(JsonParser json) throws IOException, InvalidInput {
    List<Replay.ReplayItem> items = new ArrayList<>();
    long t = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      try {
        if (json.currentToken() != JsonToken.START_OBJECT) {
          throw new InvalidInput("must be an object, but was " + DisplayedValue.value(json));
        }
        CheckInput fields = CheckInput.read(json);
        t = items.isEmpty() ? fields.time() : fields.requireSameTime(t);
        items.add(fields.item(checkDefaults));
      } catch (InvalidInput e) {
        throw e.at("item " + (items.size() + 1));
      }
    }
    if (items.isEmpty()) {
      throw new InvalidInput("a batch must hold at least 1 check, but held 0");
    }
    return new Replay.ReplayRequest(t, items);
  }

  private static InvalidInput notJson(JsonProcessingException e) {
    String reason = String.valueOf(e.getOriginalMessage());
    for (String hint : LIBRARY_HINTS) {
      int at = reason.indexOf(hint);
      reason = at < 0 ? reason : reason.substring(0, at);
    }
    String location =
        e.getLocation() == null ? "" : " at column " + e.getLocation().getColumnNr();
    return new InvalidInput("is not JSON" + location + ": " + reason);
  }
}
