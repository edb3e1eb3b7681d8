// SPDX-License-Identifier: Apache-2.0
/** What goes wrong, when and where. */
@NullMarked
package io.weir.simulator.fault;

import org.jspecify.annotations.NullMarked;
