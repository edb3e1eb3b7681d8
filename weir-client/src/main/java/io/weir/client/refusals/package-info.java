// SPDX-License-Identifier: Apache-2.0
/** A cache of refusals: while a refusal is certain to hold, no request is sent. */
@NullMarked
package io.weir.client.refusals;

import org.jspecify.annotations.NullMarked;
