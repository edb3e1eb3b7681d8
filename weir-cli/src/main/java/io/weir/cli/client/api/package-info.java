// SPDX-License-Identifier: Apache-2.0
/** The API client of the commands: returns a successful response, or fails with a message for the user. */
@NullMarked
package io.weir.cli.client.api;

import org.jspecify.annotations.NullMarked;
