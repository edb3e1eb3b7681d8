// SPDX-License-Identifier: Apache-2.0
/** The measured server processes, and the resource usage that the system and the processes themselves report. */
@NullMarked
package io.weir.benchmarks.server.site;

import org.jspecify.annotations.NullMarked;
