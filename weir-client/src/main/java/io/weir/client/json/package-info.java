// SPDX-License-Identifier: Apache-2.0
/**
 * The request and response bodies of the v2 API. The fields that are used are validated strictly; all others are
 * ignored.
 */
@NullMarked
package io.weir.client.json;

import org.jspecify.annotations.NullMarked;
