// SPDX-License-Identifier: Apache-2.0
/** A strict YAML parser that keeps the line of every value. Starting point: {@link io.weir.yaml.YamlFile}. */
@NullMarked
package io.weir.yaml;

import org.jspecify.annotations.NullMarked;
