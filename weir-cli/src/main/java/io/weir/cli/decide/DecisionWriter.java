// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.weir.Decision;
import io.weir.Explanation;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Writes decisions as lines of JSON. */
final class DecisionWriter {
  private final JsonGenerator json;
  private final boolean isExplaining;

  /** Reports that the output can't be written. */
  static final class UnwritableOutput extends IOException {
    private static final long serialVersionUID = 1L;

    UnwritableOutput(IOException cause) {
      super(cause.getMessage(), cause);
    }

    /** Whether the reader has closed the pipe, as in {@code weir decide | head}. */
    boolean isBrokenPipe() {
      return String.valueOf(getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
    }
  }

  DecisionWriter(OutputStream out, boolean isExplaining) throws IOException {
    this.json = new JsonFactory().setRootValueSeparator("").createGenerator(out, JsonEncoding.UTF8);
    this.isExplaining = isExplaining;
  }

  /** Writes a line per decision and flushes, because a reader may be waiting for the answer. */
  void write(List<Decision> decisions) throws UnwritableOutput {
    try {
      for (Decision decision : decisions) {
        write(decision);
      }
      json.flush();
    } catch (IOException e) {
      throw new UnwritableOutput(e);
    }
  }

  private void write(Decision decision) throws IOException {
    json.writeStartObject();
    json.writeBooleanField("allowed", decision.allowed());
    json.writeNumberField("limit", decision.limit());
    json.writeNumberField("remaining", decision.remaining());
    json.writeNumberField("reset", decision.resetMillis());
    writeOptional("retryAfter", decision.retryAfterMillis());
    if (isExplaining) {
      write(decision.explain());
    }
    json.writeEndObject();
    json.writeRaw('\n');
  }

  private void write(Explanation explanation) throws IOException {
    json.writeObjectFieldStart("explain");
    json.writeNumberField("epochMillis", explanation.epochMillis());
    json.writeNumberField("startMillis", explanation.startMillis());
    json.writeNumberField("durationMillis", explanation.durationMillis());
    json.writeNumberField("elapsedMillis", explanation.elapsedMillis());
    json.writeNumberField("cost", explanation.cost());
    write("current", explanation.current());
    write("previous", explanation.previous());
    json.writeNumberField("carried", explanation.carried());
    json.writeNumberField("effective", explanation.effective());
    writeOptional("regionalAgeMillis", explanation.regionalAgeMillis());
    writeOptional("foreignAgeMillis", explanation.foreignAgeMillis());
    json.writeStringField("text", explanation.toString());
    json.writeEndObject();
  }

  private void write(String field, Explanation.CountsByOrigin countsByOrigin) throws IOException {
    json.writeObjectFieldStart(field);
    json.writeNumberField("own", countsByOrigin.own());
    json.writeNumberField("siblings", countsByOrigin.siblings());
    json.writeNumberField("foreign", countsByOrigin.foreign());
    json.writeNumberField("speculative", countsByOrigin.speculative());
    json.writeEndObject();
  }

  private void writeOptional(String field, OptionalLong value) throws IOException {
    if (value.isPresent()) {
      json.writeNumberField(field, value.getAsLong());
    } else {
      json.writeNullField(field);
    }
  }
}
