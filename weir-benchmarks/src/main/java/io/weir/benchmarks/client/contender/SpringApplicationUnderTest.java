// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.contender;

import jakarta.servlet.Filter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** A running Spring Boot application with a contender's limiter. Nothing connects to its port. */
public final class SpringApplicationUnderTest implements AutoCloseable {
  /*
   * The starters of all contenders are on the class path. All auto-configurations except the contender's own are
   * excluded, because a real application has only one of these starters.
   */
  private static final List<String> STARTERS = Stream.of(StarterContender.values())
      .map(starterContender -> starterContender.blueprint(ExpectedOutcome.ALLOW).starter())
      .distinct()
      .toList();

  private final ApplicationSpec applicationSpec;
  private final ConfigurableApplicationContext context;

  private SpringApplicationUnderTest(
      ApplicationSpec applicationSpec, ConfigurableApplicationContext context) {
    this.applicationSpec = applicationSpec;
    this.context = context;
  }

  /** Starts the application. */
  public static SpringApplicationUnderTest start(
      StarterContender starterContender, ExpectedOutcome expectedOutcome) {
    ApplicationSpec applicationSpec = starterContender.blueprint(expectedOutcome);
    Map<String, Object> properties = new TreeMap<>(applicationSpec.properties());
    properties.put("server.address", "127.0.0.1");
    properties.put("server.port", "0");
    properties.put("logging.level.root", "off");
    properties.put("spring.main.banner-mode", "off");
    properties.put("spring.main.register-shutdown-hook", "false");
    properties.put("spring.autoconfigure.exclude", otherStarters(applicationSpec.starter()));
    return new SpringApplicationUnderTest(
        applicationSpec,
        new SpringApplicationBuilder(Automatic.class, applicationSpec.beans())
            .properties(properties)
            .run());
  }

  private static String otherStarters(String own) {
    return ImportCandidates.load(
            AutoConfiguration.class, SpringApplicationUnderTest.class.getClassLoader())
        .getCandidates()
        .stream()
        .filter(name -> STARTERS.stream().anyMatch(name::startsWith) && !name.startsWith(own))
        .collect(Collectors.joining(","));
  }

  /** The filter in front of the application's requests. */
  public Filter filter() {
    return applicationSpec.filter().apply(context);
  }

  /** The service, wrapped in the contender's interceptors. */
  public LimitedCalls offer() {
    return context.getBean(LimitedCalls.class);
  }

  @Override
  public void close() {
    context.close();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Automatic {}
}
