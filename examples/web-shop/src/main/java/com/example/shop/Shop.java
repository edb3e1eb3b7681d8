// SPDX-License-Identifier: Apache-2.0
package com.example.shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * A shop with limits. Those on requests stand in {@code application.yml}; those on what requests do stand where it is done, in
 * {@link Accounts} and {@link Exports}.
 */
@SpringBootApplication
public class Shop {
  public static void main(String[] arguments) {
    SpringApplication.run(Shop.class, arguments);
  }
}
