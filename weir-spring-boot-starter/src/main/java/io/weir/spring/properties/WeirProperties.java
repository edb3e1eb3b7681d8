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
 * What is set under {@code weir}.
 *
 * <p>Names that are not here stop the start: a limit that is misspelt limits nothing. Variables of the environment
 * and properties of the JVM may have any name.
 *
 * @param enabled Whether there is a limiter at all.
 * @param namespace Namespace of the Ratelimit bean. The application's name unless set.
 * @param limit How much an identifier may spend in a window when the Ratelimit bean is asked directly.
 * @param duration How long that window is, 1s to 30d.
 * @param server The server that decides.
 * @param embedded How this process decides, unless a server does.
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

  /** Whether a server decides; this process does otherwise. */
  public boolean usesServer() {
    return server.url() != null;
  }

  /** For Spring Boot, which lets properties judge themselves. */
  @Override
  public boolean supports(Class<?> type) {
    return type == WeirProperties.class;
  }

  /** For Spring Boot: what is wrong. */
  @Override
  public void validate(Object target, Errors errors) {
    if (target instanceof WeirProperties properties && properties.enabled()) {
      new PropertyValidator(errors).validate(properties);
    }
  }
}
