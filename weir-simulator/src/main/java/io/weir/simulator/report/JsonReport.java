// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.Run.Bucket;
import io.weir.simulator.result.Run.Sample;
import io.weir.simulator.result.SimulationResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/**
 * A JSON report of simulation results. The same results give the same bytes on every machine: fields have a fixed
 * order, fractional numbers have six decimals, and values that are not finite are null.
 */
public final class JsonReport {
  /** One millionth of a limit or of a millisecond: finer than any measurement. */
  private static final int DECIMALS = 6;

  private final JsonGenerator json;
  private final JsonLayout layout;

  private JsonReport(JsonGenerator json, JsonLayout layout) {
    this.json = json;
    this.layout = layout;
  }

  /** Writes the results as UTF-8 and leaves the stream open. */
  public static void write(SimulationResult simulationResult, OutputStream out) throws IOException {
    JsonLayout layout = new JsonLayout();
    try (JsonGenerator json = new JsonFactory().createGenerator(out, JsonEncoding.UTF8)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.setPrettyPrinter(layout.printer());
      new JsonReport(json, layout).result(simulationResult);
      json.writeRaw('\n');
    }
  }

  /** Returns the results as JSON text. */
  public static String text(SimulationResult simulationResult) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(simulationResult, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private void result(SimulationResult simulationResult) throws IOException {
    json.writeStartObject();
    json.writeStringField("scenario", simulationResult.scenario());
    json.writeStringField("title", simulationResult.title());
    json.writeNumberField("regions", simulationResult.regions());
    json.writeNumberField("nodes", simulationResult.nodes());
    json.writeNumberField("seed", simulationResult.seed());
    json.writeNumberField("virtualMillis", simulationResult.virtualMillis());
    json.writeArrayFieldStart("runs");
    for (Run run : simulationResult.runs()) {
      run(run);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void run(Run run) throws IOException {
    json.writeStartObject();
    json.writeStringField("contender", run.contender());
    number("load", run.load());
    volume(run.volume());
    excess(run.excess());
    number("bound", run.bound());
    estimate(run.estimate());
    delays(run.delays());
    cost(run.cost());
    footprint(run.footprint());
    json.writeArrayFieldStart("samples");
    for (Sample sample : run.samples()) {
      sample(sample);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void volume(Run.Volume volume) throws IOException {
    json.writeObjectFieldStart("volume");
    json.writeNumberField("checks", volume.checks());
    json.writeNumberField("units", volume.units());
    json.writeNumberField("admittedChecks", volume.admittedChecks());
    json.writeNumberField("admittedUnits", volume.admittedUnits());
    json.writeNumberField("wronglyRefused", volume.wronglyRefused());
    json.writeEndObject();
  }

  private void excess(Run.Excess excess) throws IOException {
    json.writeObjectFieldStart("excess");
    number("worst", excess.worst());
    number("p99", excess.p99());
    number("mean", excess.mean());
    json.writeNumberField("windows", excess.windows());
    json.writeEndObject();
  }

  private void estimate(Run.Estimate estimate) throws IOException {
    json.writeObjectFieldStart("estimate");
    json.writeNumberField("decisions", estimate.decisions());
    json.writeNumberField("covered", estimate.covered());
    json.writeEndObject();
  }

  private void delays(Run.Delays delays) throws IOException {
    json.writeObjectFieldStart("delays");
    json.writeNumberField("units", delays.units());
    number("p50", delays.p50());
    number("p99", delays.p99());
    number("worst", delays.worst());
    json.writeNumberField("hidden", delays.hidden());
    json.writeNumberField("unknown", delays.unknown());
    json.writeArrayFieldStart("histogram");
    for (Bucket bucket : delays.histogram()) {
      json.writeStartObject();
      layout.flat(true);
      json.writeNumberField("upToMillis", bucket.upToMillis());
      json.writeNumberField("units", bucket.units());
      json.writeEndObject();
      layout.flat(false);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void cost(Run.Cost cost) throws IOException {
    json.writeObjectFieldStart("cost");
    json.writeNumberField("originPublishes", cost.originPublishes());
    json.writeNumberField("originReads", cost.originReads());
    json.writeNumberField("originCalls", cost.originCalls());
    json.writeNumberField("ledgerCalls", cost.ledgerCalls());
    json.writeNumberField("rowsWritten", cost.rowsWritten());
    json.writeNumberField("rowsRead", cost.rowsRead());
    json.writeEndObject();
  }

  private void footprint(Run.Footprint footprint) throws IOException {
    json.writeObjectFieldStart("footprint");
    json.writeNumberField("subjects", footprint.subjects());
    json.writeNumberField("foreignSums", footprint.foreignSums());
    json.writeNumberField("originFields", footprint.originFields());
    json.writeNumberField("ledgerRows", footprint.ledgerRows());
    json.writeEndObject();
  }

  private void sample(Sample sample) throws IOException {
    json.writeStartObject();
    layout.flat(true);
    json.writeNumberField("atMillis", sample.atMillis());
    json.writeNumberField("offered", sample.offered());
    json.writeNumberField("admitted", sample.admitted());
    number("usage", sample.usage());
    json.writeNumberField("originCalls", sample.originCalls());
    json.writeNumberField("rowsWritten", sample.rowsWritten());
    json.writeNumberField("rowsRead", sample.rowsRead());
    json.writeEndObject();
    layout.flat(false);
  }

  private void number(String name, double value) throws IOException {
    json.writeFieldName(name);
    if (Double.isFinite(value)) {
      json.writeNumber(
          new BigDecimal(value).setScale(DECIMALS, RoundingMode.HALF_EVEN).toPlainString());
    } else {
      json.writeNull();
    }
  }
}
