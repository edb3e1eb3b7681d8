// SPDX-License-Identifier: Apache-2.0
/** What tests of the server stand on. */
@NullMarked
package io.weir.server.rig;

import org.jspecify.annotations.NullMarked;
