// SPDX-License-Identifier: Apache-2.0
/** Shows that the published clients of the v2 rate-limit API work with a Weir server, with nothing changed but the address. */
@NullMarked
package io.weir.server.clients;

import org.jspecify.annotations.NullMarked;
