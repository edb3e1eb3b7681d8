// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request that was admitted by its head.
 *
 * @param workspace the workspace of its key; null if it needs none, in which case its body is ignored
 * @param task responds to it, now or later, once the body has arrived
 */
public record AdmittedRequest(@Nullable String workspace, Consumer<ServerRequest> task) {}
