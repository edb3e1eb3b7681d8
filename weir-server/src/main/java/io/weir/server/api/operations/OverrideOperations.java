// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.operations;

import com.fasterxml.jackson.core.JsonGenerator;
import io.weir.server.api.AuthenticatedRequest;
import io.weir.server.api.Operation;
import io.weir.server.api.access.PermittedAction;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.NamespaceEntry;
import io.weir.server.directory.TenantStore;
import io.weir.server.directory.budget.DirectoryUsage;
import io.weir.server.http.ServerResponse;
import io.weir.server.json.ByteSegments;
import io.weir.server.json.JsonBody;
import io.weir.server.json.JsonField;
import io.weir.server.json.JsonWriter;
import io.weir.server.json.ObjectSchema;
import io.weir.server.json.ObjectValues;
import io.weir.server.problem.Problem;
import java.io.IOException;
import java.util.List;

/** The operations that set, return, list and delete overrides. */
public final class OverrideOperations {
  private static final int NAMESPACE = 0;
  private static final int IDENTIFIER = 1;

  private static final ObjectSchema ONE =
      new ObjectSchema(CommonFields.NAMESPACE, CommonFields.IDENTIFIER);

  private final NamespaceResolver namespaceResolver;
  private final TenantStore tenantStore;

  /** Creates the operations for the namespaces of this resolver, in this store. */
  public OverrideOperations(NamespaceResolver namespaceResolver, TenantStore tenantStore) {
    this.namespaceResolver = namespaceResolver;
    this.tenantStore = tenantStore;
  }

  /** Returns all four operations. */
  public List<Operation> all() {
    return List.of(new SetOverride(), new GetOverride(), new ListOverrides(), new DeleteOverride());
  }

  /** The common part of the four operations: a body that is one object, and a namespace that must exist. */
  private abstract class OverrideOperation implements Operation {
    private final String name;
    private final ObjectSchema objectSchema;

    OverrideOperation(String name, ObjectSchema objectSchema) {
      this.name = name;
      this.objectSchema = objectSchema;
    }

    @Override
    public String name() {
      return "ratelimit." + name;
    }

    @Override
    public JsonBody read(ByteSegments bytes) {
      return JsonBody.object(bytes, objectSchema);
    }

    @Override
    public void perform(AuthenticatedRequest authenticatedRequest) {
      authenticatedRequest.continueAfter(
          namespaceResolver.find(
              authenticatedRequest, authenticatedRequest.object().text(NAMESPACE)),
          entry -> perform(authenticatedRequest, entry));
    }

    abstract void perform(AuthenticatedRequest authenticatedRequest, NamespaceEntry entry);
  }

  private final class SetOverride extends OverrideOperation {
    private static final int LIMIT = 2;
    private static final int DURATION = 3;

    SetOverride() {
      super(
          "setOverride",
          new ObjectSchema(
              CommonFields.NAMESPACE,
              CommonFields.IDENTIFIER,
              JsonField.integer("limit", 0, Long.MAX_VALUE),
              CommonFields.duration()));
    }

    @Override
    void perform(AuthenticatedRequest authenticatedRequest, NamespaceEntry entry) {
      String namespaceId = entry.namespace().id();
      authenticatedRequest.principal().require(PermittedAction.SET_OVERRIDE, namespaceId);
      ObjectValues objectValues = authenticatedRequest.object();
      if (!entry.hasRoomFor(objectValues.text(IDENTIFIER))) {
        throw Problem.tooManyOverrides(NamespaceEntry.MAX_OVERRIDES, NamespaceEntry.MAX_PATTERNS);
      }
      if (!entry.hasMemoryFor(objectValues.text(IDENTIFIER))) {
        DirectoryUsage usage = entry.usage();
        throw Problem.tooLargeOverrides(usage.usedBytes(), usage.ceilingBytes());
      }
      TenantStore.OverrideRequest overrideRequest = new TenantStore.OverrideRequest(
          namespaceId,
          objectValues.text(IDENTIFIER),
          objectValues.number(LIMIT),
          objectValues.number(DURATION));
      authenticatedRequest.continueAfter(tenantStore.setOverride(overrideRequest), override -> {
        ByteSegments body = JsonWriter.envelope(authenticatedRequest.requestId(), out -> {
          out.writeObjectFieldStart("data");
          out.writeStringField("overrideId", override.id());
          out.writeEndObject();
        });
        authenticatedRequest.respond(ServerResponse.ok(body));
      });
    }
  }

  private final class GetOverride extends OverrideOperation {
    GetOverride() {
      super("getOverride", ONE);
    }

    /** A caller without the permission gets the same response as if there were no override. */
    @Override
    void perform(AuthenticatedRequest authenticatedRequest, NamespaceEntry entry) {
      LimitOverride override = entry.override(authenticatedRequest.object().text(IDENTIFIER));
      boolean mayRead = authenticatedRequest
          .principal()
          .isPermitted(PermittedAction.READ_OVERRIDE, entry.namespace().id());
      if (override == null || !mayRead) {
        throw Problem.overrideNotFound();
      }
      ByteSegments body = JsonWriter.envelope(authenticatedRequest.requestId(), out -> {
        out.writeFieldName("data");
        write(out, override);
      });
      authenticatedRequest.respond(ServerResponse.ok(body));
    }
  }

  private final class ListOverrides extends OverrideOperation {
    private static final int LIMIT = 1;
    private static final int CURSOR = 2;
    private static final int MAX_PAGE = 100;
    private static final int DEFAULT_PAGE = 10;

    /** No cursor that the server returns is this long. */
    private static final int MAX_CURSOR = 512;

    ListOverrides() {
      super(
          "listOverrides",
          new ObjectSchema(
              CommonFields.NAMESPACE,
              JsonField.integer("limit", 1, MAX_PAGE).optional(),
              JsonField.text("cursor", 0, MAX_CURSOR).optional()));
    }

    @Override
    void perform(AuthenticatedRequest authenticatedRequest, NamespaceEntry entry) {
      String namespaceId = entry.namespace().id();
      authenticatedRequest.principal().require(PermittedAction.READ_OVERRIDE, namespaceId);
      int limit = (int) authenticatedRequest.object().number(LIMIT, DEFAULT_PAGE);
      String cursor = authenticatedRequest.object().text(CURSOR, "");
      // Reads one more than requested, to learn whether there are more and where they begin.
      authenticatedRequest.continueAfter(
          tenantStore.listOverrides(namespaceId, cursor, limit + 1),
          found -> answer(authenticatedRequest, found, limit));
    }

    private void answer(
        AuthenticatedRequest authenticatedRequest, List<LimitOverride> found, int limit) {
      boolean hasMore = found.size() > limit;
      ByteSegments body = JsonWriter.envelope(authenticatedRequest.requestId(), out -> {
        out.writeArrayFieldStart("data");
        for (LimitOverride each : found.subList(0, Math.min(limit, found.size()))) {
          write(out, each);
        }
        out.writeEndArray();
        out.writeObjectFieldStart("pagination");
        if (hasMore) {
          out.writeStringField("cursor", found.get(limit).id());
        }
        out.writeBooleanField("hasMore", hasMore);
        out.writeEndObject();
      });
      authenticatedRequest.respond(ServerResponse.ok(body));
    }
  }

  private final class DeleteOverride extends OverrideOperation {
    DeleteOverride() {
      super("deleteOverride", ONE);
    }

    @Override
    void perform(AuthenticatedRequest authenticatedRequest, NamespaceEntry entry) {
      String namespaceId = entry.namespace().id();
      authenticatedRequest.principal().require(PermittedAction.DELETE_OVERRIDE, namespaceId);
      String identifier = authenticatedRequest.object().text(IDENTIFIER);
      authenticatedRequest.continueAfter(
          tenantStore.deleteOverride(namespaceId, identifier), deleted -> {
            if (!deleted) {
              throw Problem.overrideNotFound();
            }
            ByteSegments body = JsonWriter.envelope(authenticatedRequest.requestId(), out -> {
              out.writeObjectFieldStart("data");
              out.writeEndObject();
            });
            authenticatedRequest.respond(ServerResponse.ok(body));
          });
    }
  }

  private static void write(JsonGenerator out, LimitOverride override) throws IOException {
    out.writeStartObject();
    out.writeNumberField("duration", override.durationMillis());
    out.writeStringField("identifier", override.identifier());
    out.writeNumberField("limit", override.limit());
    out.writeStringField("overrideId", override.id());
    out.writeEndObject();
  }
}
