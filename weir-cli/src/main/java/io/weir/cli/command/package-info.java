// SPDX-License-Identifier: Apache-2.0
/** What a command is, so that other modules can add theirs to {@link io.weir.cli.Main}. */
@NullMarked
package io.weir.cli.command;

import org.jspecify.annotations.NullMarked;
