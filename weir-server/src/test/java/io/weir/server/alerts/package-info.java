// SPDX-License-Identifier: Apache-2.0
/** The alert rules, held against real servers: healthy ones trigger none, each failure triggers the one that it should. */
@NullMarked
package io.weir.server.alerts;

import org.jspecify.annotations.NullMarked;
