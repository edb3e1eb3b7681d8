// SPDX-License-Identifier: Apache-2.0
/** Fleets of server processes for tests, and checks of their counts. */
@NullMarked
package io.weir.server.process.fleet.rig;

import org.jspecify.annotations.NullMarked;
