// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import io.weir.api.Check;
import io.weir.api.Ratelimit;
import io.weir.api.Result;
import io.weir.api.common.FailureCause;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.core.StandardReflectionParameterNameDiscoverer;
import org.springframework.util.ClassUtils;

/**
 * A method interceptor that runs a check before each call. It does not block if the method's return type is
 * asynchronous.
 */
final class RateLimitInterceptor implements MethodInterceptor {
  private static final boolean REACTOR = ClassUtils.isPresent(
      "reactor.core.publisher.Flux", RateLimitInterceptor.class.getClassLoader());

  private final MethodRules rules;
  private final Supplier<Ratelimit> limiter;
  private final BeanFactoryResolver beans;
  private final ParameterNameDiscoverer names = new StandardReflectionParameterNameDiscoverer();

  RateLimitInterceptor(MethodRules rules, Supplier<Ratelimit> limiter, BeanFactory beans) {
    this.rules = rules;
    this.limiter = limiter;
    this.beans = new BeanFactoryResolver(beans);
  }

  @Override
  public @Nullable Object invoke(MethodInvocation call) throws Throwable {
    ProxyMethodInvocation proxied = (ProxyMethodInvocation) call;
    Object target = call.getThis();
    Class<?> face = proxied.getProxy().getClass();
    Class<?> type = target == null ? face : AopUtils.getTargetClass(target);
    Optional<MethodRule> rule = rules.ruleFor(call.getMethod(), type);
    if (rule.isEmpty() && Proxy.isProxyClass(face)) {
      type = face;
      rule = rules.ruleFor(call.getMethod(), face);
    }
    if (rule.isEmpty()) {
      return call.proceed();
    }
    Invocation invocation =
        new Invocation(LimitedMethod.mostSpecific(call.getMethod(), type), proxied);
    return checkThenProceed(
        new LimitedCall(rule.get(), invocation, check(rule.get(), invocation)), call);
  }

  private Check check(MethodRule rule, Invocation invocation) {
    MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(
        invocation, rule.parameterSource(), invocation.getArgs(), names);
    context.setBeanResolver(beans);
    return rule.check(context);
  }

  private @Nullable Object checkThenProceed(LimitedCall limitedCall, MethodInvocation call)
      throws Throwable {
    Class<?> returned = call.getMethod().getReturnType();
    if (returned == CompletableFuture.class || returned == CompletionStage.class) {
      return answerAsync(limitedCall, call);
    }
    if (REACTOR && ReactiveCalls.isReactive(returned)) {
      return ReactiveCalls.answer(limiter.get(), limitedCall, call);
    }
    Result result = limiter.get().limit(limitedCall.check());
    return result.success() ? call.proceed() : limitedCall.refuse(result);
  }

  /** The method starts on this thread if the check completes immediately, as an embedded one mostly does. */
  private CompletionStage<?> answerAsync(LimitedCall limitedCall, MethodInvocation call)
      throws Throwable {
    CompletableFuture<Result> pending = limiter.get().limitAsync(limitedCall.check());
    MethodInvocation later =
        pending.isDone() ? call : ((ProxyMethodInvocation) call).invocableClone();
    CompletableFuture<Object> answer = new CompletableFuture<>();
    CompletableFuture<Result> unused = pending.whenComplete((result, failure) -> {
      if (failure != null) {
        answer.completeExceptionally(FailureCause.of(failure));
        return;
      }
      try {
        Object given = result.success() ? later.proceed() : limitedCall.refuse(result);
        propagate(given, answer);
      } catch (Throwable e) { // any exception of the method becomes the failure of the future
        answer.completeExceptionally(e);
      }
    });
    return answer;
  }

  /**
   * Completes {@code answer} with the outcome of the given future. Failures are passed on unchanged; a dependent
   * future would wrap them.
   */
  private static void propagate(@Nullable Object given, CompletableFuture<Object> answer) {
    if (given instanceof CompletionStage<?> stage) {
      stage.whenComplete((value, failure) -> {
        if (failure == null) {
          answer.complete(value);
        } else {
          answer.completeExceptionally(failure);
        }
      });
    } else {
      answer.complete(null);
    }
  }

  /**
   * A limited call and its check.
   *
   * @param rule the rule
   * @param call the call
   * @param check the check to run
   */
  record LimitedCall(MethodRule rule, Invocation call, Check check) {
    @Nullable
    Object refuse(Result result) throws Throwable {
      return rule.refuse(call, result);
    }
  }
}
