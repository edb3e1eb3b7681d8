// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.contender;

import jakarta.servlet.Filter;
import java.util.Map;
import java.util.function.Function;
import org.springframework.context.ApplicationContext;

/**
 * The code and configuration of an application with a limiter.
 *
 * @param starter the package prefix of its starter; the auto-configurations of all other starters are excluded
 * @param beans a class or a configuration that provides the {@link LimitedCalls}
 * @param properties the application's properties
 * @param filter finds the filter in the running application
 */
record ApplicationSpec(
    String starter,
    Class<?> beans,
    Map<String, String> properties,
    Function<ApplicationContext, Filter> filter) {}
