// SPDX-License-Identifier: Apache-2.0
/** The letters and digits of ids that the server gives. */
@NullMarked
package io.weir.server.id;

import org.jspecify.annotations.NullMarked;
