// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a request that is known before its body arrives.
 *
 * @param requestId the id of the request in its response and in the log
 * @param authorizations the values of all {@code Authorization} headers
 * @param contentType the value of the {@code Content-Type} header, if there is one
 */
public record RequestHead(
    String requestId, List<String> authorizations, @Nullable String contentType) {}
