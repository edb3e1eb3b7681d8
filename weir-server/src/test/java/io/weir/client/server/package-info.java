// SPDX-License-Identifier: Apache-2.0
/** Tests of the client against a server process. */
@NullMarked
package io.weir.client.server;

import org.jspecify.annotations.NullMarked;
