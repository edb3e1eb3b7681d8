// SPDX-License-Identifier: Apache-2.0
/**
 * Which identifiers a text with stars stands for, and which of many such texts applies to an identifier. The same wherever
 * overrides are kept, in a {@link io.weir.pattern.PatternTable}. Starting point: {@link io.weir.pattern.PatternSet}.
 */
@NullMarked
package io.weir.pattern;

import org.jspecify.annotations.NullMarked;
