// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.operations;

import io.weir.engine.Check;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.NamespaceEntry;
import io.weir.server.json.Field;
import io.weir.server.json.Shape;
import io.weir.server.json.Values;
import org.jspecify.annotations.Nullable;

/**
 * One check that a client asks for.
 *
 * @param values what was asked
 * @param entry in which namespace
 * @param override the override that applies, if any
 */
record CheckFields(
    Values values, NamespaceEntry entry, @Nullable LimitOverride override) {
  static final Shape SHAPE = new Shape(
      Fields.NAMESPACE,
      Fields.IDENTIFIER,
      Field.integer("limit", 1, Long.MAX_VALUE),
      Fields.duration(),
      Field.integer("cost", 0, Long.MAX_VALUE).optional());

  private static final int NAMESPACE = 0;
  private static final int IDENTIFIER = 1;
  private static final int LIMIT = 2;
  private static final int DURATION = 3;
  private static final int COST = 4;

  static CheckFields in(NamespaceEntry entry, Values values) {
    return new CheckFields(values, entry, entry.override(identifier(values)));
  }

  static String namespace(Values values) {
    return values.text(NAMESPACE);
  }

  static String identifier(Values values) {
    return values.text(IDENTIFIER);
  }

  /** The namespace as the client called it, by name or id. */
  String namespace() {
    return namespace(values);
  }

  String identifier() {
    return identifier(values);
  }

  private long limit() {
    return override == null ? values.number(LIMIT) : override.limit();
  }

  long duration() {
    return override == null ? values.number(DURATION) : override.durationMillis();
  }

  long cost() {
    return values.number(COST, 1);
  }

  Limiter limiter(Engine engine, Namespaces namespaces) {
    Namespace namespace = entry.namespace();
    return engine.limiter(
        namespace.workspaceId(), namespace.id(), namespaces.limit(namespace, limit(), duration()));
  }

  Check check(Engine engine, Namespaces namespaces) {
    return limiter(engine, namespaces).of(identifier(), cost());
  }
}
