// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;

/**
 * Controls the line breaks of JSON. Small objects in long lists stay on one line; otherwise a sample would take nine
 * lines.
 */
final class JsonLayout implements DefaultPrettyPrinter.Indenter {
  private boolean flat;

  /**
   * Sets whether objects stay on one line from now on. Set it after an object begins and reset it after the object
   * ends.
   */
  void flat(boolean flat) {
    this.flat = flat;
  }

  PrettyPrinter printer() {
    Separators separators = Separators.createDefaultInstance()
        .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
        .withObjectEmptySeparator("")
        .withArrayEmptySeparator("");
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter(separators);
    printer.indentObjectsWith(this);
    printer.indentArraysWith(this);
    return printer;
  }

  @Override
  public void writeIndentation(JsonGenerator json, int level) throws IOException {
    json.writeRaw(flat ? " " : "\n" + "  ".repeat(level));
  }

  @Override
  public boolean isInline() {
    return false;
  }
}
