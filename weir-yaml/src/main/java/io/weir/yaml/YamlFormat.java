// SPDX-License-Identifier: Apache-2.0
package io.weir.yaml;

/**
 * The limits of a kind of YAML file.
 *
 * @param maxBytes the largest file that is read; deep nesting takes the parser time that grows with the square of this
 * @param maxDepth how many lists and maps a value may be nested in; 0 allows single values only
 * @param example an entry of such a file, for messages
 */
public record YamlFormat(int maxBytes, int maxDepth, String example) {}
