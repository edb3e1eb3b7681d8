// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.web;

import io.weir.api.RatelimitException;
import io.weir.spring.RateLimitedException;
import io.weir.web.FailureLog;
import io.weir.web.RequestAdmission;
import io.weir.web.Rule;
import java.time.InstantSource;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * A controller advice that responds to a refused call, or to a failure of the limiter, as the filter responds to such
 * a request. It has the lowest precedence: an application's own handler for {@link RateLimitedException} or {@link
 * RatelimitException} takes precedence.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
public final class RefusalAdvice {
  private final boolean headers;
  private final FailureLog log;

  /** Creates an advice whose responses describe the limit in headers, or do not. */
  public RefusalAdvice(boolean headers, InstantSource time) {
    this.headers = headers;
    this.log = new FailureLog(RefusalAdvice.class, time, "requests were rejected with 503");
  }

  /** Returns the response to a request whose call was refused. */
  @ExceptionHandler(RateLimitedException.class)
  public ResponseEntity<byte[]> answer(RateLimitedException refusal) {
    Rule rule = Rule.named(refusal.rule()).limit(refusal.limit()).build();
    return entity(RequestAdmission.refused(rule, refusal.result(), headers));
  }

  /** Returns the response to a request for which the limiter failed. */
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
