// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request that was let in by its head.
 *
 * @param workspace whose key it has; null if it needs none. Then its body is ignored
 * @param task answers it, now or later, once the body has arrived
 */
public record AdmittedRequest(@Nullable String workspace, Consumer<ServerRequest> task) {}
