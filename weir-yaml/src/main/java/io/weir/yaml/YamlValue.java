// SPDX-License-Identifier: Apache-2.0
package io.weir.yaml;

import java.util.List;
import java.util.Map;

/** A value in a YAML file. */
public sealed interface YamlValue {

  /** The line on which its key or, in a list, the value itself begins, counted from 1. */
  int line();

  /**
   * A single value, as it is written: no is "no", 0777 is "0777".
   *
   * @param text the value; empty for the ways in which YAML writes no value
   * @param line its line
   */
  record Scalar(String text, int line) implements YamlValue {}

  /**
   * A list.
   *
   * @param items its values, in the order of the file
   * @param line its line
   */
  record Sequence(List<YamlValue> items, int line) implements YamlValue {}

  /**
   * A map.
   *
   * @param entries its values by key, in the order of the file
   * @param line its line
   */
  record Mapping(Map<String, YamlValue> entries, int line) implements YamlValue {}
}
