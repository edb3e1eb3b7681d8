// SPDX-License-Identifier: Apache-2.0
package com.example.shop;

import io.weir.spring.RateLimited;
import org.springframework.stereotype.Component;

@Component
public class Accounts {
  /** One account gets three attempts a minute, however many addresses they come from. */
  @RateLimited(name = "account", limit = 3, duration = "60s", key = "#name.toLowerCase()")
  public boolean isRight(String name, String password) {
    return password.equals("tea");
  }
}
