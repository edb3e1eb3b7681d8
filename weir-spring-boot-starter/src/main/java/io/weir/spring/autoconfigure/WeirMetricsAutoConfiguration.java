// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.autoconfigure;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.weir.spring.actuate.WeirMetrics;
import io.weir.spring.monitoring.CheckCounts;
import io.weir.spring.monitoring.LimiterBackend;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the metrics, if Micrometer is present. */
@AutoConfiguration(after = WeirAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(CheckCounts.class)
public final class WeirMetricsAutoConfiguration {

  /** Called by Spring. */
  WeirMetricsAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  WeirMetrics weirMetrics(CheckCounts counts, LimiterBackend limiterBackend) {
    return new WeirMetrics(counts, limiterBackend);
  }
}
