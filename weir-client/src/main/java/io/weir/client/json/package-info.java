// SPDX-License-Identifier: Apache-2.0
/** The bodies of the v2 API: what is asked, and what is answered, read strictly where it matters and with all else let be. */
@NullMarked
package io.weir.client.json;

import org.jspecify.annotations.NullMarked;
