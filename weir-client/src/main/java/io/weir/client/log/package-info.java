// SPDX-License-Identifier: Apache-2.0
/** The client's log messages. */
@NullMarked
package io.weir.client.log;

import org.jspecify.annotations.NullMarked;
