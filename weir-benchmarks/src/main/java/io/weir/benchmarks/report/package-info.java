// SPDX-License-Identifier: Apache-2.0
/** The results of a measurement: tables for people, rows for scripts. */
@NullMarked
package io.weir.benchmarks.report;

import org.jspecify.annotations.NullMarked;
