// SPDX-License-Identifier: Apache-2.0
/** The interface of a command. Other modules use it to add commands to {@link io.weir.cli.Main}. */
@NullMarked
package io.weir.cli.command;

import org.jspecify.annotations.NullMarked;
