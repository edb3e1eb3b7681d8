// SPDX-License-Identifier: Apache-2.0
/** A server that does as a test tells it, byte for byte, and a time that a test moves. */
@NullMarked
package io.weir.client.rig;

import org.jspecify.annotations.NullMarked;
