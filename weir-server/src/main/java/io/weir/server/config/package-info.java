// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration of a server: flags, environment and file, read into one {@link
 * io.weir.server.config.ServerConfig}.
 */
@NullMarked
package io.weir.server.config;

import org.jspecify.annotations.NullMarked;
