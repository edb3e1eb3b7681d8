// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.web;

import io.weir.api.RatelimitException;
import io.weir.spring.RateLimitedException;
import io.weir.web.RequestAdmission;
import io.weir.web.Rule;
import io.weir.web.log.FailureLog;
import java.time.InstantSource;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers a refused call, and one for which the limiter failed, as the filter answers such a request. It comes last:
 * an application that has an answer of its own for {@link RateLimitedException} or {@link RatelimitException} keeps
 * it.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
public final class RefusalAdvice {
  private final boolean headers;
  private final FailureLog log;

  /** With headers that tell how the limit stands, or without. */
  public RefusalAdvice(boolean headers, InstantSource time) {
    this.headers = headers;
    this.log = new FailureLog(RefusalAdvice.class, time, "requests were rejected with 503");
  }

  /** The answer to a request whose work was refused. */
  @ExceptionHandler(RateLimitedException.class)
  public ResponseEntity<byte[]> answer(RateLimitedException refusal) {
    Rule rule = Rule.named(refusal.rule()).limit(refusal.limit()).build();
    return entity(RequestAdmission.refused(rule, refusal.result(), headers));
  }

  /** The answer to a request when nobody could say whether its work is within limits. */
  @ExceptionHandler(RatelimitException.class)
  public ResponseEntity<byte[]> answer(RatelimitException failure) {
    log.record(failure);
    return entity(RequestAdmission.unavailable());
  }

  private static ResponseEntity<byte[]> entity(RequestAdmission requestAdmission) {
    HttpHeaders fields = new HttpHeaders();
    for (RequestAdmission.ResponseHeaderField responseHeaderField : requestAdmission.headers()) {
      fields.set(responseHeaderField.name(), responseHeaderField.value());
    }
    fields.setContentType(MediaType.parseMediaType(RequestAdmission.CONTENT_TYPE));
    return ResponseEntity.status(requestAdmission.status())
        .headers(fields)
        .body(requestAdmission.body());
  }
}
