// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Limit;
import io.weir.spring.RateLimited;
import io.weir.spring.autoconfigure.WeirAutoConfiguration;
import io.weir.spring.fault.InvalidConfigException;
import io.weir.spring.rig.RunningApp;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.stereotype.Component;

@ExtendWith(OutputCaptureExtension.class)
class InvalidAnnotationsTest {

  /** A bean whose annotations are all invalid. */
  @SuppressWarnings("unused")
  static class InvalidBean {
    @RateLimited(limit = 1, duration = "60s", key = "#user +")
    public void syntax(String user) {}

    @RateLimited(limit = 1, duration = "60s", key = "#usr.name")
    public void variable(String user, int age) {}

    @RateLimited(limit = 1, duration = "60s", cost = "#pages")
    public void cost() {}

    @RateLimited(limit = 1, duration = "60s", cost = "-1")
    public void negative() {}

    @RateLimited(limit = 1, duration = "60s", cost = "2 * 0.75")
    public void broken() {}

    @RateLimited(limit = 1, duration = "60s", key = "#nope()")
    public void function() {}

    @RateLimited(limit = 1, duration = "60s", fallbackMethod = "none")
    public void fallback(String user) {}

    @RateLimited(limit = 1, duration = "60s", fallbackMethod = "number")
    public String returned() {
      return "";
    }

    int number() {
      return 1;
    }

    @RateLimited(limit = -1, duration = "60s")
    public void amount() {}

    @RateLimited(limit = 1, duration = "soon")
    public void duration() {}

    @RateLimited(limit = 1, duration = "60s", name = "größe")
    public void name() {}

    @RateLimited(limit = 1, duration = "60s")
    private void hidden() {}

    @RateLimited(limit = 1, duration = "60s")
    public final void last() {}

    @RateLimited(limit = 1, duration = "60s", name = "same")
    public void one() {}

    @RateLimited(limit = 2, duration = "60s", name = "same")
    public void other() {}
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(InvalidBean.class)
  static class App {}

  /** Contains a class named Mailer. */
  static class Here {
    @Component("here")
    static class Mailer {
      @RateLimited(limit = 1, duration = "60s")
      public void send() {}
    }
  }

  /** Contains another class named Mailer. */
  static class There {
    @Component("there")
    static class Mailer {
      @RateLimited(limit = 1, duration = "60s")
      public void send() {}
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import({Here.Mailer.class, There.Mailer.class})
  static class TwoMailers {}

  @Test
  void twoClassesOfOneNameStopTheStart(CapturedOutput output) {
    assertThatThrownBy(() -> RunningApp.servlet(TwoMailers.class).close()).isNotNull();

    assertThat(output.getAll())
        .contains(
            "There$Mailer.send has no name, and the default name \"Mailer.send\" is already used by")
        .contains("Here$Mailer: set a name");
  }

  @Test
  void allFaultsOfABeanAreReportedAtOnce(CapturedOutput output) {
    assertThatThrownBy(() -> RunningApp.servlet(App.class).close()).isNotNull();

    assertThat(output.getAll())
        .contains("APPLICATION FAILED TO START", "14 errors")
        .contains("InvalidBean.syntax: key \"#user +\" is not a valid SpEL expression")
        .contains("InvalidBean.variable: key \"#usr.name\" uses #usr, but the parameters are #user,"
            + " #age (#p0 to #p1)")
        .contains("InvalidBean.cost: cost \"#pages\" uses #pages, but the method has no parameters")
        .contains("InvalidBean.negative: cost \"-1\" must be 0 to")
        .contains("InvalidBean.broken: cost \"2 * 0.75\" must be a whole number, but was 1.5")
        .contains(
            "InvalidBean.function: key \"#nope()\" uses the function #nope(), but functions are not supported")
        .contains("InvalidBean.fallback: fallbackMethod \"none\" does not name a method of"
            + " InvalidBean")
        .contains("InvalidBean.returned: fallbackMethod \"number\" returns int")
        .contains("InvalidBean.amount: limit must be 0 to")
        .contains("InvalidBean.duration: duration")
        .contains("InvalidBean.name: a rule's name must be")
        .contains("InvalidBean.hidden is private")
        .contains("InvalidBean.last is public final")
        .contains("the name \"same\" has")
        .doesNotContain("\tat org.springframework");
  }

  /** A limited class that is final and so cannot be proxied. */
  @RateLimited(limit = 1, duration = "60s")
  static class FinalBean {
    public final void last() {}
  }

  /** A class with a limit. */
  static class Parent {
    @RateLimited(limit = 1, duration = "60s")
    public void call() {}
  }

  /** A class that overrides it with another limit, which is no conflict: the first one cannot be called on it. */
  static class Child extends Parent {
    @Override
    @RateLimited(limit = 2, duration = "60s")
    public void call() {}
  }

  @Test
  void finalMethodsOfLimitedClassesStopTheStart() {
    MethodRules rules = new MethodRules(0, name -> {});
    List<String> faults = new ArrayList<>();

    assertThat(rules.check(Child.class, method -> true, faults)).isTrue();
    assertThat(faults).isEmpty();
    assertThat(rules.knownLimits()).containsEntry("Child.call", Limit.of(2, "60s"));

    assertThat(rules.check(FinalBean.class, method -> true, faults)).isTrue();
    assertThat(faults).singleElement().asString().contains("FinalBean.last is public final");
  }

  /** A bean with a limit of 0, which a server does not support. */
  static class ZeroLimitBean {
    @RateLimited(limit = 0, duration = "60s")
    public void call() {}
  }

  @Test
  void aLimitOfZeroWithAServerStopsTheStart() {
    ApplicationContextRunner runner = new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(WeirAutoConfiguration.class))
        .withBean(ZeroLimitBean.class);

    runner.run(context -> assertThat(context).hasNotFailed());
    runner
        .withPropertyValues("weir.server.url=http://127.0.0.1:1", "weir.server.root-key=key")
        .run(context -> assertThat(context.getStartupFailure())
            .rootCause()
            .isInstanceOf(InvalidConfigException.class)
            .hasMessageContaining("ZeroLimitBean.call: limit must be 1 to")
            .hasMessageContaining("but was 0"));
  }

  /** Stands for a class that was compiled without parameter names. */
  private static final class NoParameterNames implements ParameterNameDiscoverer {
    @Override
    public @Nullable String @Nullable [] getParameterNames(Method method) {
      return null;
    }

    @Override
    public @Nullable String @Nullable [] getParameterNames(Constructor<?> constructor) {
      return null;
    }
  }

  @Test
  void missingParameterNamesAreExplained() throws NoSuchMethodException {
    Method method = InvalidBean.class.getDeclaredMethod("variable", String.class, int.class);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> CallExpression.parse("#user", method, new NoParameterNames()))
        .withMessageContaining("compile with -parameters, or use #p0 to #p1");
    assertThat(CallExpression.parse("#p0 + #a1", method, new NoParameterNames()))
        .isNotNull();
  }
}
