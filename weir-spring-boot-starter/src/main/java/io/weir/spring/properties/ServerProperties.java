// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.properties;

import io.weir.api.Result;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The server that decides.
 *
 * @param url Address of a server of the v2 API, such as https://limits.example.org. If not set, this process decides.
 * @param rootKey Root key for the server.
 * @param verifyKey Whether the start fails if the server rejects the root key. A server that does not respond only
 *     causes a warning.
 * @param timeout How long to wait for the server before the fallback answers, at least 1ms.
 * @param fallback How a check is answered if the server does not respond in time.
 * @param cacheRefusals Whether a refusal is cached for as long as it is certain to hold, and returned without a
 *     request.
 */
public record ServerProperties(
    @Nullable String url,
    @Nullable String rootKey,
    @DefaultValue("true") boolean verifyKey,
    @DefaultValue("5s") Duration timeout,
    @DefaultValue("refuse") FallbackChoice fallback,
    @DefaultValue("false") boolean cacheRefusals) {

  /** The answer if the limiter gives none. */
  public enum FallbackChoice {
    /** The check is refused. */
    REFUSE,
    /** The check is allowed, and not counted. */
    ALLOW;

    /** Returns the corresponding result. */
    public Result result() {
      return this == ALLOW ? Result.allow() : Result.refuse();
    }
  }

  /** Omits the key. */
  @Override
  public String toString() {
    return "ServerProperties[url=" + SecretMasking.masked(url) + ", verifyKey=" + verifyKey
        + ", timeout=" + timeout + ", fallback=" + fallback + ", cacheRefusals=" + cacheRefusals
        + "]";
  }
}
