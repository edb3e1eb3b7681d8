// SPDX-License-Identifier: Apache-2.0
/** The simulator interface: the policies to compare, the tasks to run and the progress callback. */
@NullMarked
package io.weir.simulator.run;

import org.jspecify.annotations.NullMarked;
