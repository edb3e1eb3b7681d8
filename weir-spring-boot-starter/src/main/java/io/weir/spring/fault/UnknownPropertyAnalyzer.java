// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.fault;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * A failure analyzer that lists the unknown properties under {@code weir}. Spring Boot would also print their values,
 * and one may be a password.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class UnknownPropertyAnalyzer
    extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {
  private static final ConfigurationPropertyName WEIR = ConfigurationPropertyName.of("weir");

  /** Called by Spring Boot. */
  public UnknownPropertyAnalyzer() {}

  @Override
  protected @Nullable FailureAnalysis analyze(
      Throwable failure, UnboundConfigurationPropertiesException cause) {
    StringBuilder names = new StringBuilder();
    for (ConfigurationProperty property : cause.getUnboundProperties()) {
      if (!WEIR.isAncestorOf(property.getName())) {
        return null;
      }
      names.append("\n    - ").append(property.getName());
      if (property.getOrigin() != null) {
        names.append(", from ").append(property.getOrigin());
      }
    }
    return new FailureAnalysis(
        "Unknown Weir properties:\n" + names,
        "Correct their names. docs/spring.md of Weir lists all properties.",
        cause);
  }
}
