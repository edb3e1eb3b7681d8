// SPDX-License-Identifier: Apache-2.0
package com.example.shop;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Limited twice: by address in a rule before the call, and by account in {@link Accounts}. */
@RestController
public class Login {
  private final Accounts accounts;

  public Login(Accounts accounts) {
    this.accounts = accounts;
  }

  @PostMapping("/login")
  public ResponseEntity<String> login(@RequestParam String name, @RequestParam String password) {
    return accounts.isRight(name, password)
        ? ResponseEntity.ok("Welcome, " + name + ".\n")
        : ResponseEntity.status(HttpStatus.UNAUTHORIZED).body("Wrong name or password.\n");
  }
}
