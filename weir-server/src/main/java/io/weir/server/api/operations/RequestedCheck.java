// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.operations;

import io.weir.engine.BatchCheck;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.NamespaceEntry;
import io.weir.server.json.JsonField;
import io.weir.server.json.ObjectSchema;
import io.weir.server.json.ObjectValues;
import org.jspecify.annotations.Nullable;

/**
 * A check that a client requests.
 *
 * @param values the values of the request
 * @param entry the namespace
 * @param override the override that applies, if any
 */
record RequestedCheck(
    ObjectValues values, NamespaceEntry entry, @Nullable LimitOverride override) {
  static final ObjectSchema SHAPE = new ObjectSchema(
      CommonFields.NAMESPACE,
      CommonFields.IDENTIFIER,
      JsonField.integer("limit", 1, Long.MAX_VALUE),
      CommonFields.duration(),
      JsonField.integer("cost", 0, Long.MAX_VALUE).optional());

  private static final int NAMESPACE = 0;
  private static final int IDENTIFIER = 1;
  private static final int LIMIT = 2;
  private static final int DURATION = 3;
  private static final int COST = 4;

  static RequestedCheck parse(NamespaceEntry entry, ObjectValues objectValues) {
    return new RequestedCheck(objectValues, entry, entry.override(identifier(objectValues)));
  }

  static String namespace(ObjectValues objectValues) {
    return objectValues.text(NAMESPACE);
  }

  static String identifier(ObjectValues objectValues) {
    return objectValues.text(IDENTIFIER);
  }

  /** Returns the namespace as the client named it, by name or id. */
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

  Limiter limiter(Engine engine, NamespaceResolver namespaceResolver) {
    Namespace namespace = entry.namespace();
    return engine.limiter(
        namespace.workspaceId(),
        namespace.id(),
        namespaceResolver.limit(namespace, limit(), duration()));
  }

  BatchCheck check(Engine engine, NamespaceResolver namespaceResolver) {
    return limiter(engine, namespaceResolver).of(identifier(), cost());
  }
}
