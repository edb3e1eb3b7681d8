// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.autoconfigure;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.weir.spring.actuate.WeirMetrics;
import io.weir.spring.watch.Backing;
import io.weir.spring.watch.CheckCounts;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Metrics, if Micrometer is there. */
@AutoConfiguration(after = WeirAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(CheckCounts.class)
public final class WeirMetricsAutoConfiguration {

  /** For Spring. */
  WeirMetricsAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  WeirMetrics weirMetrics(CheckCounts counts, Backing backing) {
    return new WeirMetrics(counts, backing);
  }
}
