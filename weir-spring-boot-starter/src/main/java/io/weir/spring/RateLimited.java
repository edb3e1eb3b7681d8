// SPDX-License-Identifier: Apache-2.0
package io.weir.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits the calls of a method, or those of all public methods of a class, where a method's own annotation comes
 * first. A call that is over the limit does not happen: the {@link #fallbackMethod} answers, or a {@link
 * RateLimitedException} is thrown, which a web application answers with 429.
 *
 * <p>It may stand on an annotation of your own, whose attributes may stand in for these by {@link
 * org.springframework.core.annotation.AliasFor}. Only calls that go through Spring's proxy are limited: not those
 * from within the same object. Wrong expressions, limits and fallback methods stop the application's start.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface RateLimited {
  /**
   * The rule's name: the limiter's namespace, the policy in the headers of a refusal and a tag of the metrics.
   * Methods with the same name share their counts and need the same limit. If empty, it is {@code Shop.buy} for the
   * method {@code buy} of {@code Shop}, and {@code Shop} for the class.
   */
  String name() default "";

  /** How much may be spent in a window, at least 0, with a server 1; 0 refuses everything. */
  long limit();

  /** How long the window is: {@code "60s"}, {@code "5m"}, {@code "1h"}, {@code "1500ms"}; 1 s to 30 days. */
  String duration();

  /**
   * Who spends: a SpEL expression over the arguments, {@code "#user.id"} or {@code "#p0.id"}. Beans are {@code
   * @name}, and {@code #root} has {@code method}, {@code target} and {@code args}. What it gives has to have a text
   * that tells it from others: an object without a {@code toString()} of its own is refused with an
   * IllegalArgumentException. If empty, all callers spend from one budget; so do all calls for which it is null or
   * empty text, from a budget of their own.
   */
  String key() default "";

  /** How much a call spends: a number or a SpEL expression as for {@link #key}, at least 0. */
  String cost() default "1";

  /**
   * Which method of the same class answers a refused call. It has the same parameters, or these and a
   * {@link RateLimitedException}, and returns what the method returns. It may be private.
   */
  String fallbackMethod() default "";
}
