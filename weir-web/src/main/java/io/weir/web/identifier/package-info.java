// SPDX-License-Identifier: Apache-2.0
/** What identifiers look like. */
@NullMarked
package io.weir.web.identifier;

import org.jspecify.annotations.NullMarked;
