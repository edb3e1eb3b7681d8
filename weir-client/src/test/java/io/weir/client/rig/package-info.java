// SPDX-License-Identifier: Apache-2.0
/** A server that sends scripted bytes, and a timer that tests advance. */
@NullMarked
package io.weir.client.rig;

import org.jspecify.annotations.NullMarked;
