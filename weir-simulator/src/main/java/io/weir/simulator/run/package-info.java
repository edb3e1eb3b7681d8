// SPDX-License-Identifier: Apache-2.0
/** What it takes to simulate: who is put to the test, under what, and who does it. */
@NullMarked
package io.weir.simulator.run;

import org.jspecify.annotations.NullMarked;
