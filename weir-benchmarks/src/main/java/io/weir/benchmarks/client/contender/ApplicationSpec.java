// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.contender;

import jakarta.servlet.Filter;
import java.util.Map;
import java.util.function.Function;
import org.springframework.context.ApplicationContext;

/**
 * How an application with a limiter is written.
 *
 * @param starter where the packages of its starter begin; those of all other starters are left out
 * @param beans a class or a configuration that gives the {@link NoopService}
 * @param properties what stands in the application's properties
 * @param filter finds the filter in the running application
 */
record ApplicationSpec(
    String starter,
    Class<?> beans,
    Map<String, String> properties,
    Function<ApplicationContext, Filter> filter) {}
