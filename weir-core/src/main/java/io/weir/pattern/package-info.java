// SPDX-License-Identifier: Apache-2.0
/**
 * Patterns for identifiers: which identifiers a text with stars matches, and which of many such texts applies to one.
 * All code that stores overrides uses them through a {@link io.weir.pattern.PatternTable}. Starting point: {@link
 * io.weir.pattern.PatternSet}.
 */
@NullMarked
package io.weir.pattern;

import org.jspecify.annotations.NullMarked;
