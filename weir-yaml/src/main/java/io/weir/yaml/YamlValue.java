// SPDX-License-Identifier: Apache-2.0
package io.weir.yaml;

import java.util.List;
import java.util.Map;

/** A value in a YAML file. */
public sealed interface YamlValue {

  /** Returns the line on which its key or, in a list, the value itself begins, counted from 1. */
  int line();

  /**
   * A single value as written: no is "no", 0777 is "0777".
   *
   * @param text the value; empty for the YAML forms of a missing value
   * @param line the line of the value
   */
  record Scalar(String text, int line) implements YamlValue {}

  /**
   * A list.
   *
   * @param items the items, in the order of the file
   * @param line the line of the value
   */
  record Sequence(List<YamlValue> items, int line) implements YamlValue {}

  /**
   * A map.
   *
   * @param entries the values by key, in the order of the file
   * @param line the line of the value
   */
  record Mapping(Map<String, YamlValue> entries, int line) implements YamlValue {}
}
