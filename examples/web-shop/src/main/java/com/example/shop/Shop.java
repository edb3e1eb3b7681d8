// SPDX-License-Identifier: Apache-2.0
package com.example.shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * A shop with limits. Limits on requests are in {@code application.yml}, limits on methods in {@link Accounts} and
 * {@link Exports}.
 */
@SpringBootApplication
public class Shop {
  public static void main(String[] arguments) {
    SpringApplication.run(Shop.class, arguments);
  }
}
