// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.TSFBuilder;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A request body that was read.
 *
 * @param objects the object, or the objects of the array, as far as they could be read
 * @param violations what is wrong with them
 * @param state how far reading came
 */
public record Body(List<Values> objects, List<Violation> violations, State state) {

  /** How far reading a body came. */
  public enum State {
    /** It is as it should be. */
    SOUND,
    /** It is JSON, but not of the shape that is wanted. */
    WRONG,
    /** It is not JSON. */
    NO_JSON,
    /** Its shape is right, but a number in it can't be counted with. */
    UNCOUNTABLE
  }

  /** Nobody needs more, and it is what a hostile body costs. */
  private static final int DEEPEST = 64;

  private static final JsonFactory JSON = factory();

  private static JsonFactory factory() {
    TSFBuilder<?, ?> builder = JsonFactory.builder()
        // No table of names that all requests share: it failed once on names that collide, and it
        // keeps what others made up.
        .configure(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES, false)
        .configure(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS, false)
        .streamReadConstraints(StreamReadConstraints.builder()
            .maxNestingDepth(DEEPEST)
            .maxNumberLength(1_000)
            .build());
    return (JsonFactory) builder.build();
  }

  /** Reads a body that is to be one object. */
  public static Body object(ByteSegments bytes, Shape shape) {
    Report report = new Report();
    try (JsonParser in = parser(bytes)) {
      return finish(in, List.of(shape.read(in, report)), report);
    } catch (Report.Enough e) {
      return wrong(report);
    } catch (IOException e) {
      return unread();
    }
  }

  /** Reads a body that is to be an array of 1 to {@code most} objects. */
  public static Body array(ByteSegments bytes, Shape shape, int most) {
    Report report = new Report();
    List<Values> objects = new ArrayList<>();
    try (JsonParser in = parser(bytes)) {
      if (in.currentToken() != JsonToken.START_ARRAY) {
        report.violated("/type", "got " + Report.typeOf(in) + ", want array");
        report.skip(in);
        return finish(in, objects, report);
      }
      int items = 0;
      while (in.nextToken() != JsonToken.END_ARRAY) {
        report.count();
        report.count(); // where it begins, and where it ends
        if (items++ < most) {
          report.at("/items");
          objects.add(shape.read(in, report));
        } else {
          report.skip(in);
        }
      }
      report.at("");
      if (items == 0) {
        report.violated("/minItems", "minItems: got 0, want 1");
      } else if (items > most) {
        report.violated("/maxItems", "maxItems: got " + items + ", want " + most);
      }
      return finish(in, objects, report);
    } catch (Report.Enough e) {
      return wrong(report);
    } catch (IOException e) {
      return unread();
    }
  }

  /** Stands at the first token. */
  private static JsonParser parser(ByteSegments bytes) throws IOException {
    if (bytes.length() == 0 || isWide(bytes) || !Utf8.isValid(bytes)) {
      throw new IOException("no UTF-8");
    }
    JsonParser in = bytes.count() == 1
        ? JSON.createParser(bytes.segment(0), 0, bytes.length())
        : JSON.createParser(bytes.stream());
    if (in.nextToken() == null) {
      in.close();
      throw new IOException("no JSON");
    }
    return in;
  }

  /** Whether this would be taken for UTF-16 or UTF-32, which no other reader of the same body may see the same in. */
  private static boolean isWide(ByteSegments bytes) {
    return bytes.at(0) == 0
        || (bytes.at(0) & 0xFE) == 0xFE // the first half of a byte order mark
        || (bytes.length() > 1 && bytes.at(1) == 0);
  }

  private static Body finish(JsonParser in, List<Values> objects, Report report)
      throws IOException {
    if (in.nextToken() != null) {
      return unread(); // something follows: then it is no JSON text
    }
    if (!report.violations().isEmpty()) {
      return new Body(objects, report.violations(), State.WRONG);
    }
    return new Body(
        objects, report.violations(), report.isUndecodable() ? State.UNCOUNTABLE : State.SOUND);
  }

  private static Body wrong(Report report) {
    return new Body(List.of(), report.violations(), State.WRONG);
  }

  private static Body unread() {
    return new Body(List.of(), List.of(), State.NO_JSON);
  }
}
