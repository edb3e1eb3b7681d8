// SPDX-License-Identifier: Apache-2.0
package com.example.shop;

import io.weir.spring.RateLimited;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** An expensive operation: a year of orders takes as long as 365 days of orders and has the same cost. */
@RestController
public class Exports {
  public enum Period {
    DAY(1),
    MONTH(30),
    YEAR(365);

    private final int days;

    Period(int days) {
      this.days = days;
    }

    public int days() {
      return days;
    }
  }

  public record Export(Period period, int orders, String source) {}

  /** Limits each customer to 400 days a minute. Above that, the fallback returns an older copy. */
  @GetMapping("/api/export")
  @RateLimited(
      name = "export",
      limit = 400,
      duration = "60s",
      key = "#customer",
      cost = "#period.days()",
      fallbackMethod = "copy")
  public Export export(@RequestHeader("X-Api-Key") String customer, @RequestParam Period period) {
    return new Export(period, 60 * period.days(), "the database");
  }

  private Export copy(String customer, Period period) {
    return new Export(period, 59 * period.days(), "last night's copy");
  }
}
