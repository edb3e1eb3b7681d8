// SPDX-License-Identifier: Apache-2.0
package com.example.shop;

import io.weir.spring.RateLimited;
import org.springframework.stereotype.Component;

@Component
public class Accounts {
  /** Limits each account to three attempts a minute, from any number of addresses. */
  @RateLimited(name = "account", limit = 3, duration = "60s", key = "#name.toLowerCase()")
  public boolean isRight(String name, String password) {
    return password.equals("tea");
  }
}
