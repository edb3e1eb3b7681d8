// SPDX-License-Identifier: Apache-2.0
/** The creation of the tables of a shared database, for operators whose servers lack the privileges for it. */
@NullMarked
package io.weir.server.migrate;

import org.jspecify.annotations.NullMarked;
