// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.properties;

import io.weir.api.Result;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The server that decides.
 *
 * @param url Address of a server of the v2 API, such as https://limits.example.org. Unless set, this process decides.
 * @param rootKey Root key for the server.
 * @param verifyKey Whether the start fails if the server does not accept the root key. A server that does not answer
 *     only leads to a warning.
 * @param timeout How long an answer may take before the fallback gives one, at least 1ms.
 * @param fallback What happens to a check that the server does not answer in time.
 * @param cacheRefusals Whether a refusal is remembered for as long as it must last, and given again without asking.
 */
public record ServerProperties(
    @Nullable String url,
    @Nullable String rootKey,
    @DefaultValue("true") boolean verifyKey,
    @DefaultValue("5s") Duration timeout,
    @DefaultValue("refuse") FallbackChoice fallback,
    @DefaultValue("false") boolean cacheRefusals) {

  /** What happens when nobody decides. */
  public enum FallbackChoice {
    /** It is refused. */
    REFUSE,
    /** It goes ahead, and is not counted. */
    ALLOW;

    /** The answer. */
    public Result result() {
      return this == ALLOW ? Result.allow() : Result.refuse();
    }
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "ServerProperties[url=" + SecretMasking.masked(url) + ", verifyKey=" + verifyKey
        + ", timeout=" + timeout + ", fallback=" + fallback + ", cacheRefusals=" + cacheRefusals
        + "]";
  }
}
