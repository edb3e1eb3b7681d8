// SPDX-License-Identifier: Apache-2.0
/** Servers that share a Redis or a database, and what they do when one of these, or they themselves, are told to end. */
@NullMarked
package io.weir.server.process.fleet;

import org.jspecify.annotations.NullMarked;
