// SPDX-License-Identifier: Apache-2.0
package io.weir.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits the calls of a method, or those of all public methods of a class; an annotation on a method takes
 * precedence. A call above the limit is not executed: the {@link #fallbackMethod} answers, or a {@link
 * RateLimitedException} is thrown, to which a web application responds with 429.
 *
 * <p>It can be used as a meta-annotation, with attributes mapped by {@link
 * org.springframework.core.annotation.AliasFor}. Only calls through Spring's proxy are limited, not those from within
 * the same object. Invalid expressions, limits and fallback methods stop the application's start.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface RateLimited {
  /**
   * The rule's name: the limiter's namespace, the policy in the headers of a refusal, and a tag of the metrics.
   * Methods with the same name share their counts and need the same limit. If empty, it is {@code Shop.buy} for the
   * method {@code buy} of {@code Shop}, and {@code Shop} for the class.
   */
  String name() default "";

  /** The maximum amount per window, at least 0, or at least 1 with a server; 0 refuses everything. */
  long limit();

  /** The length of the window: {@code "60s"}, {@code "5m"}, {@code "1h"}, {@code "1500ms"}; 1 s to 30 days. */
  String duration();

  /**
   * The identifier: a SpEL expression over the arguments, {@code "#user.id"} or {@code "#p0.id"}. Beans are {@code
   * @name}, and {@code #root} has {@code method}, {@code target} and {@code args}. The value needs a text that
   * distinguishes it from others: an object without its own {@code toString()} is refused with an
   * IllegalArgumentException. If empty, all callers share one budget. All calls for which the value is null or an
   * empty text share another one.
   */
  String key() default "";

  /** The cost of a call: a number or a SpEL expression as for {@link #key}, at least 0. */
  String cost() default "1";

  /**
   * The method of the same class that answers a refused call. It has the same parameters, or these and a {@link
   * RateLimitedException}, and the same return type. It may be private.
   */
  String fallbackMethod() default "";
}
