// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import io.weir.api.Ratelimit;
import io.weir.api.Result;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.aop.ProxyMethodInvocation;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Runs a check when a Mono or a Flux is subscribed to, once per subscription. Loaded only if Reactor is present. */
final class ReactiveCalls {
  private ReactiveCalls() {}

  static boolean isReactive(Class<?> returned) {
    return returned == Mono.class || returned == Flux.class;
  }

  static Object answer(
      Ratelimit limiter, RateLimitInterceptor.LimitedCall limitedCall, MethodInvocation call) {
    // An interceptor chain can be used once, and there may be several subscriptions.
    ProxyMethodInvocation source =
        (ProxyMethodInvocation) ((ProxyMethodInvocation) call).invocableClone();
    Mono<Result> result = Mono.fromFuture(() -> limiter.limitAsync(limitedCall.check()), true);
    return call.getMethod().getReturnType() == Mono.class
        ? result.flatMap(decided -> Mono.from(publisher(decided, limitedCall, source)))
        : result.flatMapMany(decided -> Flux.from(publisher(decided, limitedCall, source)));
  }

  private static Publisher<Object> publisher(
      Result decided, RateLimitInterceptor.LimitedCall limitedCall, ProxyMethodInvocation source) {
    try {
      Object answer =
          decided.success() ? source.invocableClone().proceed() : limitedCall.refuse(decided);
      return cast(answer);
    } catch (
        Throwable e) { // any exception of the method becomes the failure of the returned publisher
      return Mono.error(e);
    }
  }

  @SuppressWarnings("unchecked") // the elements are passed on unchanged
  private static Publisher<Object> cast(@Nullable Object publisher) {
    return publisher == null ? Mono.empty() : (Publisher<Object>) publisher;
  }
}
