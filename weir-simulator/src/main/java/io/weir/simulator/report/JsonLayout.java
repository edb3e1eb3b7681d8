// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;

/** Where lines of JSON end. Small objects of long lists may stay on one line, or a second would take nine. */
final class JsonLayout implements DefaultPrettyPrinter.Indenter {
  private boolean flat;

  /** Whether objects stay on their line from now on. Set after an object begins and taken back after it ends. */
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
