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
 * A parsed request body.
 *
 * @param objects the object, or the objects of the array, as far as they could be read
 * @param violations the violations of the schema
 * @param state the outcome of parsing
 */
public record JsonBody(List<ObjectValues> objects, List<Violation> violations, BodyState state) {

  /** The outcome of parsing a body. */
  public enum BodyState {
    /** The body is valid. */
    VALID,
    /** The body is JSON, but violates the schema. */
    INVALID,
    /** The body is not JSON. */
    NOT_JSON,
    /** The body matches the schema, but contains a number that is not a 64-bit integer. */
    UNSUPPORTED_NUMBER
  }

  /** More than any request needs. Limits what a hostile body costs. */
  private static final int MAX_DEPTH = 64;

  private static final JsonFactory JSON = factory();

  private static JsonFactory factory() {
    TSFBuilder<?, ?> builder = JsonFactory.builder()
        // No symbol table that all requests share: it failed once on names that collide, and it
        // retains names that clients made up.
        .configure(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES, false)
        .configure(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS, false)
        .streamReadConstraints(StreamReadConstraints.builder()
            .maxNestingDepth(MAX_DEPTH)
            .maxNumberLength(1_000)
            .build());
    return (JsonFactory) builder.build();
  }

  /** Reads a body that must be one object. */
  public static JsonBody object(ByteSegments bytes, ObjectSchema objectSchema) {
    ViolationReport violationReport = new ViolationReport();
    try (JsonParser in = parser(bytes)) {
      return finish(in, List.of(objectSchema.read(in, violationReport)), violationReport);
    } catch (ViolationReport.ReportFull e) {
      return invalid(violationReport);
    } catch (IOException e) {
      return notJson();
    }
  }

  /** Reads a body that must be an array of 1 to {@code max} objects. */
  public static JsonBody array(ByteSegments bytes, ObjectSchema objectSchema, int max) {
    ViolationReport violationReport = new ViolationReport();
    List<ObjectValues> objects = new ArrayList<>();
    try (JsonParser in = parser(bytes)) {
      if (in.currentToken() != JsonToken.START_ARRAY) {
        violationReport.addViolation("/type", "got " + ViolationReport.typeOf(in) + ", want array");
        violationReport.skip(in);
        return finish(in, objects, violationReport);
      }
      int items = 0;
      while (in.nextToken() != JsonToken.END_ARRAY) {
        violationReport.count();
        violationReport.count(); // one for its start, one for its end
        if (items++ < max) {
          violationReport.setLocation("/items");
          objects.add(objectSchema.read(in, violationReport));
        } else {
          violationReport.skip(in);
        }
      }
      violationReport.setLocation("");
      if (items == 0) {
        violationReport.addViolation("/minItems", "minItems: got 0, want 1");
      } else if (items > max) {
        violationReport.addViolation("/maxItems", "maxItems: got " + items + ", want " + max);
      }
      return finish(in, objects, violationReport);
    } catch (ViolationReport.ReportFull e) {
      return invalid(violationReport);
    } catch (IOException e) {
      return notJson();
    }
  }

  /** Returns a parser at the first token. */
  private static JsonParser parser(ByteSegments bytes) throws IOException {
    if (bytes.length() == 0 || isWide(bytes) || !Utf8Validator.isValid(bytes)) {
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

  /**
   * Returns whether the parser would take this for UTF-16 or UTF-32, in which other readers of the same body may see
   * something else.
   */
  private static boolean isWide(ByteSegments bytes) {
    return bytes.at(0) == 0
        || (bytes.at(0) & 0xFE) == 0xFE // the first half of a byte order mark
        || (bytes.length() > 1 && bytes.at(1) == 0);
  }

  private static JsonBody finish(
      JsonParser in, List<ObjectValues> objects, ViolationReport violationReport)
      throws IOException {
    if (in.nextToken() != null) {
      return notJson(); // input follows, so it is not a JSON text
    }
    if (!violationReport.violations().isEmpty()) {
      return new JsonBody(objects, violationReport.violations(), BodyState.INVALID);
    }
    return new JsonBody(
        objects,
        violationReport.violations(),
        violationReport.isUndecodable() ? BodyState.UNSUPPORTED_NUMBER : BodyState.VALID);
  }

  private static JsonBody invalid(ViolationReport violationReport) {
    return new JsonBody(List.of(), violationReport.violations(), BodyState.INVALID);
  }

  private static JsonBody notJson() {
    return new JsonBody(List.of(), List.of(), BodyState.NOT_JSON);
  }
}
