// SPDX-License-Identifier: Apache-2.0
/** The rate-limit API as a client sees it: a request goes out once, and its answer or a reason why there is none comes back. */
@NullMarked
package io.weir.cli.client.api;

import org.jspecify.annotations.NullMarked;
