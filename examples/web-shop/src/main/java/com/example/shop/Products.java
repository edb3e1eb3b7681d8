// SPDX-License-Identifier: Apache-2.0
package com.example.shop;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Contains no code for limits: the rule for {@code /api/**} covers it. */
@RestController
public class Products {
  public record Product(String name, int cents) {}

  @GetMapping("/api/products")
  public List<Product> all() {
    return List.of(new Product("tea", 450), new Product("pot", 2900), new Product("cup", 1200));
  }
}
