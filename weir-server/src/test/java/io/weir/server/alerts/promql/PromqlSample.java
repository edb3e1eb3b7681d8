// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts.promql;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** A value at an instant. The name of its metric is the label {@link #NAME}. */
public record PromqlSample(Map<String, String> labels, double value) {
  /** The label that contains the metric's name. */
  public static final String NAME = "__name__";

  PromqlSample with(double other) {
    return new PromqlSample(labels, other);
  }

  PromqlSample withoutName() {
    Map<String, String> rest = new TreeMap<>(labels);
    rest.remove(NAME);
    return new PromqlSample(rest, value);
  }

  /** Returns its labels of these names. */
  Map<String, String> only(Collection<String> names) {
    Map<String, String> kept = new TreeMap<>(labels);
    kept.keySet().retainAll(names);
    return kept;
  }
}
