// SPDX-License-Identifier: Apache-2.0
/** What a measurement leaves behind: tables for people, rows for scripts. */
@NullMarked
package io.weir.benchmarks.report;

import org.jspecify.annotations.NullMarked;
