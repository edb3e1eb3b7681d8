// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request with the properties that a test sets. */
final class FakeRequest implements WebRequest {
  private String method = "GET";
  private String path = "/";
  private @Nullable String rawPath;
  private @Nullable String remoteAddress = "203.0.113.1";
  private @Nullable String principal;
  private final List<String[]> headers = new ArrayList<>();

  static FakeRequest get(String path) {
    return new FakeRequest().path(path);
  }

  static FakeRequest from(@Nullable String address) {
    FakeRequest request = new FakeRequest();
    request.remoteAddress = address;
    return request;
  }

  FakeRequest method(String name) {
    method = name;
    return this;
  }

  FakeRequest path(String text) {
    path = text;
    return this;
  }

  FakeRequest rawPath(String text) {
    rawPath = text;
    return this;
  }

  FakeRequest principal(@Nullable String name) {
    principal = name;
    return this;
  }

  FakeRequest header(String name, String value) {
    headers.add(new String[] {name, value});
    return this;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public @Nullable String rawPath() {
    return rawPath;
  }

  @Override
  public List<String> headers(String name) {
    return headers.stream()
        .filter(line -> line[0].equalsIgnoreCase(name))
        .map(line -> line[1])
        .toList();
  }

  @Override
  public @Nullable String remoteAddress() {
    return remoteAddress;
  }

  @Override
  public @Nullable String principal() {
    return principal;
  }
}
