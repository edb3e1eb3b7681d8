// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.spring.autoconfigure.WeirAutoConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

@ExtendWith(OutputCaptureExtension.class)
class WeirPropertiesTest {
  private final ApplicationContextRunner runner = new ApplicationContextRunner()
      .withConfiguration(AutoConfigurations.of(WeirAutoConfiguration.class));

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Empty {}

  /** Returns the report of an application that fails to start. */
  private static String report(CapturedOutput output, String... properties) {
    SpringApplicationBuilder application = new SpringApplicationBuilder(Empty.class)
        .web(WebApplicationType.NONE)
        .properties("spring.main.banner-mode=off")
        .properties(properties);
    assertThatThrownBy(() -> application.run().close()).isNotNull();
    return output.getAll();
  }

  @Test
  void allFaultsAreReportedAtOnceWithoutAStackTrace(CapturedOutput output) {
    String report = report(
        output,
        "weir.limit=-1",
        "weir.duration=10ms",
        "weir.embedded.max-subjects=0",
        "weir.web.ipv6-prefix=129",
        "weir.web.trusted-proxies=10.0.0.0/8,somewhere",
        "weir.web.rules[0].path=login",
        "weir.web.rules[0].identifier=ip,cookie",
        "weir.web.rules[0].limit=-5",
        "weir.web.rules[0].cost=-2",
        "weir.web.rules[1].name=a",
        "weir.web.rules[1].limit=1",
        "weir.web.rules[1].duration=31d",
        "weir.web.rules[2].name=a",
        "weir.web.rules[2].limit=1",
        "weir.web.rules[2].duration=1s");

    assertThat(report)
        .contains("APPLICATION FAILED TO START")
        .contains("Property: weir.limit", "Value: \"-1\"", "must be 0 to 9223372036854775807")
        .contains("Property: weir.duration", "must be 1s to 30d")
        .contains("Property: weir.embedded.maxSubjects", "must be 1 to 2147483647")
        .contains("Property: weir.web.ipv6Prefix", "Value: \"129\"", "must be 1 to 128")
        .contains("Property: weir.web.trustedProxies[1]", "somewhere")
        .contains("Property: weir.web.rules[0].name", "must be set")
        .contains("Property: weir.web.rules[0].path[0]", "must begin with /")
        .contains("weir.web.rules[0].identifier[1]", "must be ip, principal, path or header:NAME")
        .contains("Property: weir.web.rules[0].limit", "Value: \"-5\"")
        .contains("Property: weir.web.rules[0].duration")
        .contains("Property: weir.web.rules[0].cost", "Value: \"-2\"")
        .contains("Property: weir.web.rules[1].duration")
        .contains("Property: weir.web.rules[2].name", "is also the name of weir.web.rules[1]")
        .doesNotContain("\tat org.springframework");
  }

  @Test
  void serverAndEmbeddedLimiterExcludeEachOther(CapturedOutput output) {
    String report = report(
        output,
        "weir.server.url=https://limits.example.org",
        "weir.limit=0",
        "weir.embedded.redis=redis://reader:hush-hush@127.0.0.1",
        "weir.embedded.mysql.password=hush-hush",
        "weir.embedded.when-degraded=open");

    assertThat(report)
        .contains("APPLICATION FAILED TO START")
        .contains("Property: weir.limit", "must be 1 to 9223372036854775807")
        .contains("Property: weir.server.rootKey", "must be set with weir.server.url")
        .contains("weir.embedded.redis can't be combined with weir.server.url")
        .contains("weir.embedded.mysql.password can't be combined with weir.server.url")
        .contains("weir.embedded.when-degraded can't be combined with weir.server.url")
        .doesNotContain("hush-hush");
  }

  @Test
  void invalidAddressesAreReportedWithoutPasswords(CapturedOutput output) {
    assertThat(report(
            output,
            "weir.embedded.redis=http://reader:hush-hush@127.0.0.1",
            "weir.embedded.mysql.url=jdbc:other:mem:x;password=hush-hush"))
        .contains("weir.embedded.redis is \"http://127.0.0.1\", must begin with redis://")
        .contains("weir.embedded.mysql.url is \"jdbc:other:...\", must begin with jdbc:mariadb:")
        .contains("Property: weir.embedded.region", "must be set with weir.embedded.mysql.url")
        .doesNotContain("hush-hush");
  }

  @Test
  void aRootKeyWithoutAServerIsAFault() {
    runner
        .withPropertyValues("weir.server.root-key=hush-hush")
        .run(context -> assertThat(context.getStartupFailure())
            .hasStackTraceContaining("weir.server.root-key is set, but weir.server.url is not"));
  }

  @Test
  void tooManyRulesAreAFault(CapturedOutput output) {
    List<String> rules = new ArrayList<>();
    for (int i = 0; i < 101; i++) {
      String rule = "weir.web.rules[" + i + "].";
      rules.addAll(List.of(rule + "name=r" + i, rule + "limit=1", rule + "duration=1s"));
    }

    assertThat(report(output, rules.toArray(String[]::new)))
        .contains("APPLICATION FAILED TO START")
        .contains("weir.web.rules has 101 rules, must have 0 to 100")
        .doesNotContain("\tat org.springframework");
  }

  @Test
  void unknownNamesStopTheStart(CapturedOutput output) {
    assertThat(report(
            output,
            "weir.embeded.redis=redis://reader:hush-hush@127.0.0.1",
            "weir.web.rules[0].name=a",
            "weir.web.rules[0].limit=1",
            "weir.web.rules[0].duration=60s",
            "weir.web.rules[0].identifer=principal"))
        .contains("APPLICATION FAILED TO START")
        .contains("- weir.embeded.redis", "- weir.web.rules[0].identifer")
        .doesNotContain("hush-hush", "- weir.web.rules[0].name", "\tat org.springframework");
  }

  @Test
  void aReplacedRuleIsNotAnUnknownName() {
    Map<String, Object> replaced = Map.of(
        "weir.web.rules[0].name", "a",
        "weir.web.rules[0].methods[0]", "POST",
        "weir.web.rules[0].identifier[0]", "ip",
        "weir.web.rules[1].name", "b",
        "weir.web.trusted-proxies[0]", "10.0.0.1");
    runner
        .withPropertyValues(
            "weir.web.trusted-proxies=",
            "weir.web.rules[0].name=c",
            "weir.web.rules[0].limit=50",
            "weir.web.rules[0].duration=60s")
        .withInitializer(context -> context
            .getEnvironment()
            .getPropertySources()
            .addLast(new MapPropertySource("application.yml", replaced)))
        .run(context -> assertThat(context.getBean(WeirProperties.class).web().namedRules())
            .extracting(RuleProperties::name)
            .containsExactly("c"));
  }

  @Test
  void unknownEnvironmentVariablesAreIgnored() {
    Map<String, Object> variables =
        Map.of("WEIR_ROOT_KEY", "key", "WEIR_SERVICE_HOST", "10.0.0.1", "WEIR_LIMIT", "7");
    runner
        .withSystemProperties("weir.something=else")
        .withInitializer(context -> context
            .getEnvironment()
            .getPropertySources()
            .replace(
                "systemEnvironment",
                new SystemEnvironmentPropertySource("systemEnvironment", variables)))
        .run(
            context -> assertThat(context.getBean(WeirProperties.class).limit()).isEqualTo(7));
  }

  @Test
  void defaultsMatchTheDocumentation() {
    runner.run(context -> {
      WeirProperties weir = context.getBean(WeirProperties.class);
      assertThat(weir.limit()).isEqualTo(100);
      assertThat(weir.duration()).hasSeconds(60);
      assertThat(weir.server().timeout()).hasSeconds(5);
      assertThat(weir.server().fallback()).isEqualTo(ServerProperties.FallbackChoice.REFUSE);
      assertThat(weir.web().ipv6Prefix()).isEqualTo(64);
      assertThat(weir.web().headers()).isTrue();
      assertThat(weir.web().rules()).isEmpty();
    });
  }

  @Test
  void secretsAreHiddenInText() {
    var server = new ServerProperties(
        "https://me:hush-hush@limits.example.org",
        "hush-hush",
        true,
        Duration.ofSeconds(5),
        ServerProperties.FallbackChoice.ALLOW,
        false);
    var embedded = new EmbeddedProperties(
        "redis://:hush-hush@127.0.0.1",
        new EmbeddedProperties.MysqlProperties(
            "jdbc:mariadb://127.0.0.1/weir?password=hush-hush", "me", "hush-hush"),
        null,
        null,
        null,
        null,
        null);

    assertThat(server + " " + embedded)
        .contains("limits.example.org", "redis://127.0.0.1", "jdbc:mariadb://127.0.0.1")
        .doesNotContain("hush-hush");
    assertThat(SecretMasking.masked("redis://:hush?x@host")).isEqualTo("redis:...");
    assertThat(SecretMasking.masked("redis://:hush/x@host")).isEqualTo("redis:...");
    assertThat(SecretMasking.masked("hush hush")).isEqualTo("...");
    assertThat(SecretMasking.masked("https://h:8443/x?hush")).isEqualTo("https://h:8443");
  }
}
