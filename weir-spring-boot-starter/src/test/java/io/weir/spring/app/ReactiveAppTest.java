// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.spring.rig.FluxApp;
import io.weir.spring.rig.RunningApp;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.reactor.netty.NettyWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

class ReactiveAppTest {
  private RunningApp app;

  @BeforeEach
  void start() {
    app = RunningApp.reactive(
        FluxApp.class,
        "weir.web.rules[0].name=feed",
        "weir.web.rules[0].path=/feed",
        "weir.web.rules[0].limit=1",
        "weir.web.rules[0].duration=30d",
        "weir.web.rules[1].name=mine",
        "weir.web.rules[1].path=/mine",
        "weir.web.rules[1].identifier=principal",
        "weir.web.rules[1].limit=1",
        "weir.web.rules[1].duration=30d");
  }

  @AfterEach
  void stop() {
    app.close();
  }

  @Test
  void rulesAdmitWithHeadersThenAnswer429() {
    HttpResponse<String> first = app.get("/feed");
    HttpResponse<String> second = app.get("/feed", "X-Forwarded-For", "203.0.113.7");

    assertThat(first.body()).isEqualTo("news");
    assertThat(first.headers().firstValue("RateLimit-Policy")).hasValue("\"feed\";q=1;w=2592000");
    assertThat(second.statusCode()).isEqualTo(429);
    assertThat(second.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(second.headers().firstValue("Retry-After")).isPresent();
    assertThat(second.body()).contains("\"policy\":\"feed\"");
  }

  @Test
  void runsOnNettyWithoutServlets() {
    assertThat(app.context())
        .isInstanceOfSatisfying(
            WebServerApplicationContext.class,
            context -> assertThat(context.getWebServer()).isInstanceOf(NettyWebServer.class));
  }

  @Test
  void rulesSeeOtherSpellingsOfAPath() {
    app.get("/feed");

    assertThat(app.get("/fe%65d").statusCode()).isEqualTo(429);
    assertThat(app.get("/feed;a=b").statusCode()).isEqualTo(429);
  }

  @Test
  void usersAreCountedSeparately() {
    assertThat(app.get("/mine", "X-User", "ann").statusCode()).isEqualTo(200);
    assertThat(app.get("/mine", "X-User", "ann").statusCode()).isEqualTo(429);
    assertThat(app.get("/mine", "X-User", "bob").statusCode()).isEqualTo(200);
  }

  @Test
  void methodsThatReturnMonoOrFluxAreLimited() {
    assertThat(app.get("/one?user=ann").body()).isEqualTo("one for ann");
    HttpResponse<String> refused = app.get("/one?user=ann");
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("RateLimit-Policy")).hasValue("\"one\";q=1;w=2592000");
    assertThat(app.get("/one?user=bob").statusCode()).isEqualTo(200);

    assertThat(app.get("/many").body()).isEqualTo("ab");
    assertThat(app.get("/many").statusCode()).isEqualTo(429);
  }
}
