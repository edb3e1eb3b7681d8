// SPDX-License-Identifier: Apache-2.0
/** The operations of the v2 API, one class each. */
@NullMarked
package io.weir.server.api.operations;

import org.jspecify.annotations.NullMarked;
