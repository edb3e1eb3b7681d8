// SPDX-License-Identifier: Apache-2.0
/** What a server is told at its start: flags, environment and file, read into one {@link io.weir.server.config.ServerConfig}. */
@NullMarked
package io.weir.server.config;

import org.jspecify.annotations.NullMarked;
