// SPDX-License-Identifier: Apache-2.0
/** Which identifiers a text with stars stands for. The same wherever overrides are kept. */
@NullMarked
package io.weir.pattern;

import org.jspecify.annotations.NullMarked;
