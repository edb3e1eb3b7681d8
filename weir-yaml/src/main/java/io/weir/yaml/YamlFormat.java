// SPDX-License-Identifier: Apache-2.0
package io.weir.yaml;

/**
 * The limits of a kind of YAML file.
 *
 * @param maxBytes the maximum size of a file; for deep nesting, the parser's time grows with the square of this
 * @param maxDepth the maximum nesting of lists and maps in a value; 0 allows only single values
 * @param example an example entry of such a file, for messages
 */
public record YamlFormat(int maxBytes, int maxDepth, String example) {}
