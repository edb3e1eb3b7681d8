// SPDX-License-Identifier: Apache-2.0
/**
 * Parsing of request bodies and writing of response bodies: closed schemas, every violation reported, and unknown
 * fields not kept.
 */
@NullMarked
package io.weir.server.json;

import org.jspecify.annotations.NullMarked;
