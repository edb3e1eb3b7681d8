// SPDX-License-Identifier: Apache-2.0
package io.weir.yaml;

/**
 * Something that is wrong with a YAML file, whatever its keys mean.
 *
 * @param key the key of the value that is wrong, such as {@code faults[0].at}; empty for the file itself
 * @param line the line on which it is, counted from 1; 0 for the whole file
 * @param reason what is wrong, to be read after the key or after "the file"
 */
public record YamlProblem(String key, int line, String reason) {}
