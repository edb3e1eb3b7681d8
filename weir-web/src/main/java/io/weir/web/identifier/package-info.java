// SPDX-License-Identifier: Apache-2.0
/** The text format of identifiers. */
@NullMarked
package io.weir.web.identifier;

import org.jspecify.annotations.NullMarked;
