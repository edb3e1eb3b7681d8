// SPDX-License-Identifier: Apache-2.0
/** What the client's answers and failures are to a command: a success as it came, or the reason why there is none. */
@NullMarked
package io.weir.cli.client.api;

import org.jspecify.annotations.NullMarked;
