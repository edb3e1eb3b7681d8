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
  private final boolean explaining;

  /** The decisions can't be passed on. */
  static final class Unwritable extends IOException {
    private static final long serialVersionUID = 1L;

    Unwritable(IOException cause) {
      super(cause.getMessage(), cause);
    }

    /** Whether nobody reads them any more, as in {@code weir decide | head}. */
    boolean isReaderGone() {
      return String.valueOf(getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
    }
  }

  DecisionWriter(OutputStream out, boolean explaining) throws IOException {
    this.json = new JsonFactory().setRootValueSeparator("").createGenerator(out, JsonEncoding.UTF8);
    this.explaining = explaining;
  }

  /** Writes a line for each of these, and sends them off: somebody may be waiting. */
  void write(List<Decision> decisions) throws Unwritable {
    try {
      for (Decision decision : decisions) {
        write(decision);
      }
      json.flush();
    } catch (IOException e) {
      throw new Unwritable(e);
    }
  }

  private void write(Decision decision) throws IOException {
    json.writeStartObject();
    json.writeBooleanField("allowed", decision.allowed());
    json.writeNumberField("limit", decision.limit());
    json.writeNumberField("remaining", decision.remaining());
    json.writeNumberField("reset", decision.resetMillis());
    writeOptional("retryAfter", decision.retryAfterMillis());
    if (explaining) {
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

  private void write(String field, Explanation.Counts counts) throws IOException {
    json.writeObjectFieldStart(field);
    json.writeNumberField("own", counts.own());
    json.writeNumberField("siblings", counts.siblings());
    json.writeNumberField("foreign", counts.foreign());
    json.writeNumberField("speculative", counts.speculative());
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
