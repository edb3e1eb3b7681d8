// SPDX-License-Identifier: Apache-2.0
/** Makes the tables of a shared database, for operators whose servers may not. */
@NullMarked
package io.weir.server.migrate;

import org.jspecify.annotations.NullMarked;
