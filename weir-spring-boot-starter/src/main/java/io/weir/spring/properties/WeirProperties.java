// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.properties;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/**
 * The properties under {@code weir}.
 *
 * <p>Unknown names stop the start: a limit with a misspelled name would limit nothing. Environment variables and JVM
 * properties may have any name.
 *
 * @param enabled Whether there is a limiter at all.
 * @param namespace Namespace of the Ratelimit bean. The application's name if not set.
 * @param limit The maximum amount per window for direct checks with the Ratelimit bean.
 * @param duration The length of that window, 1s to 30d.
 * @param server The server that decides.
 * @param embedded Settings of the limiter in this process, used unless a server decides.
 * @param web Limits for HTTP requests.
 */
@ConfigurationProperties(prefix = "weir", ignoreUnknownFields = false)
public record WeirProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String namespace,
    @DefaultValue("100") long limit,
    @DefaultValue("60s") Duration duration,
    @NestedConfigurationProperty @DefaultValue ServerProperties server,
    @NestedConfigurationProperty @DefaultValue EmbeddedProperties embedded,
    @NestedConfigurationProperty @DefaultValue WebProperties web)
    implements Validator {

  /** Returns whether a server decides; otherwise this process does. */
  public boolean usesServer() {
    return server.url() != null;
  }

  /** Called by Spring Boot, because the properties validate themselves. */
  @Override
  public boolean supports(Class<?> type) {
    return type == WeirProperties.class;
  }

  /** Called by Spring Boot: reports the faults. */
  @Override
  public void validate(Object target, Errors errors) {
    if (target instanceof WeirProperties properties && properties.enabled()) {
      new PropertyValidator(errors).validate(properties);
    }
  }
}
