// SPDX-License-Identifier: Apache-2.0
package io.weir.yaml;

/**
 * A problem in a YAML file that does not depend on the meaning of its keys.
 *
 * @param key the key of the invalid value, such as {@code faults[0].at}; empty for the file itself
 * @param line the line of the problem, counted from 1; 0 for the whole file
 * @param reason a description of the problem, to be appended to the key or to "the file"
 */
public record YamlProblem(String key, int line, String reason) {}
