// SPDX-License-Identifier: Apache-2.0
/**
 * {@code weir decide}: reads lines of checks and writes lines of decisions, in virtual time. Starting point: {@link
 * io.weir.cli.decide.DecideCommand}. A line passes through InputLines, RequestParser, Replay and DecisionWriter.
 */
@NullMarked
package io.weir.cli.decide;

import org.jspecify.annotations.NullMarked;
