// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.web;

import io.weir.spring.RateLimitedException;
import io.weir.web.Admission;
import io.weir.web.Rule;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers a refused call as the filter answers a refused request. It comes last: an application that has an answer of its own
 * for {@link RateLimitedException} keeps it.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
public final class RefusalAnswer {
  private final boolean headers;

  /** With headers that tell how the limit stands, or without. */
  public RefusalAnswer(boolean headers) {
    this.headers = headers;
  }

  /** The answer to a request whose work was refused. */
  @ExceptionHandler(RateLimitedException.class)
  public ResponseEntity<byte[]> answer(RateLimitedException refusal) {
    Rule rule = Rule.named(refusal.rule()).limit(refusal.limit()).build();
    Admission admission = Admission.refused(rule, refusal.result(), headers);
    HttpHeaders fields = new HttpHeaders();
    for (Admission.Header header : admission.headers()) {
      fields.set(header.name(), header.value());
    }
    fields.setContentType(MediaType.parseMediaType(Admission.CONTENT_TYPE));
    return ResponseEntity.status(admission.status()).headers(fields).body(admission.body());
  }
}
