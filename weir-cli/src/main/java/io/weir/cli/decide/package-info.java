// SPDX-License-Identifier: Apache-2.0
/**
 * {@code weir decide}: lines of checks in, lines of decisions out, in virtual time. Starting point:
 * {@link io.weir.cli.decide.DecideCommand}; a line's way is Lines, RequestParser, Replay, DecisionWriter.
 */
@NullMarked
package io.weir.cli.decide;

import org.jspecify.annotations.NullMarked;
