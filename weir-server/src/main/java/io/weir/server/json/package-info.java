// SPDX-License-Identifier: Apache-2.0
/** Request bodies in, response bodies out: closed shapes, every violation named, and nothing kept of what is not asked for. */
@NullMarked
package io.weir.server.json;

import org.jspecify.annotations.NullMarked;
