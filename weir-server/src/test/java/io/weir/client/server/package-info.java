// SPDX-License-Identifier: Apache-2.0
/** The client against a server process. */
@NullMarked
package io.weir.client.server;

import org.jspecify.annotations.NullMarked;
