// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.operations;

import com.fasterxml.jackson.core.JsonGenerator;
import io.weir.server.api.Call;
import io.weir.server.api.Operation;
import io.weir.server.api.access.Action;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.NamespaceEntry;
import io.weir.server.directory.Registry;
import io.weir.server.directory.budget.DirectoryUsage;
import io.weir.server.http.ServerResponse;
import io.weir.server.json.Body;
import io.weir.server.json.ByteSegments;
import io.weir.server.json.Field;
import io.weir.server.json.JsonText;
import io.weir.server.json.Shape;
import io.weir.server.json.Values;
import io.weir.server.problem.Problem;
import java.io.IOException;
import java.util.List;

/** Sets, shows, lists and deletes overrides. */
public final class OverrideOperations {
  private static final int NAMESPACE = 0;
  private static final int IDENTIFIER = 1;

  private static final Shape ONE = new Shape(Fields.NAMESPACE, Fields.IDENTIFIER);

  private final Namespaces namespaces;
  private final Registry registry;

  /** Of these namespaces, in this registry. */
  public OverrideOperations(Namespaces namespaces, Registry registry) {
    this.namespaces = namespaces;
    this.registry = registry;
  }

  /** All four. */
  public List<Operation> all() {
    return List.of(new Set(), new Get(), new ListAll(), new Delete());
  }

  /** What the four have in common: a body that is one object, and a namespace that must exist. */
  private abstract class Each implements Operation {
    private final String name;
    private final Shape shape;

    Each(String name, Shape shape) {
      this.name = name;
      this.shape = shape;
    }

    @Override
    public String name() {
      return "ratelimit." + name;
    }

    @Override
    public Body read(ByteSegments bytes) {
      return Body.object(bytes, shape);
    }

    @Override
    public void perform(Call call) {
      call.after(
          namespaces.found(call, call.object().text(NAMESPACE)), entry -> perform(call, entry));
    }

    abstract void perform(Call call, NamespaceEntry entry);
  }

  private final class Set extends Each {
    private static final int LIMIT = 2;
    private static final int DURATION = 3;

    Set() {
      super(
          "setOverride",
          new Shape(
              Fields.NAMESPACE,
              Fields.IDENTIFIER,
              Field.integer("limit", 0, Long.MAX_VALUE),
              Fields.duration()));
    }

    @Override
    void perform(Call call, NamespaceEntry entry) {
      String namespaceId = entry.namespace().id();
      call.caller().require(Action.SET_OVERRIDE, namespaceId);
      Values values = call.object();
      if (!entry.hasRoomFor(values.text(IDENTIFIER))) {
        throw Problem.tooManyOverrides(NamespaceEntry.MOST_OVERRIDES, NamespaceEntry.MOST_PATTERNS);
      }
      if (!entry.hasMemoryFor(values.text(IDENTIFIER))) {
        DirectoryUsage usage = entry.usage();
        throw Problem.tooLargeOverrides(usage.usedBytes(), usage.ceilingBytes());
      }
      Registry.Wish wish = new Registry.Wish(
          namespaceId, values.text(IDENTIFIER), values.number(LIMIT), values.number(DURATION));
      call.after(registry.setOverride(wish), override -> {
        ByteSegments body = JsonText.envelope(call.requestId(), out -> {
          out.writeObjectFieldStart("data");
          out.writeStringField("overrideId", override.id());
          out.writeEndObject();
        });
        call.answer(ServerResponse.ok(body));
      });
    }
  }

  private final class Get extends Each {
    Get() {
      super("getOverride", ONE);
    }

    /** Whoever may not read is told the same as if there were nothing to read. */
    @Override
    void perform(Call call, NamespaceEntry entry) {
      LimitOverride override = entry.override(call.object().text(IDENTIFIER));
      boolean mayRead =
          call.caller().may(Action.READ_OVERRIDE, entry.namespace().id());
      if (override == null || !mayRead) {
        throw Problem.overrideNotFound();
      }
      ByteSegments body = JsonText.envelope(call.requestId(), out -> {
        out.writeFieldName("data");
        write(out, override);
      });
      call.answer(ServerResponse.ok(body));
    }
  }

  private final class ListAll extends Each {
    private static final int LIMIT = 1;
    private static final int CURSOR = 2;
    private static final int MOST = 100;
    private static final int USUAL = 10;

    /** No cursor that was given out is this long. */
    private static final int LONGEST_CURSOR = 512;

    ListAll() {
      super(
          "listOverrides",
          new Shape(
              Fields.NAMESPACE,
              Field.integer("limit", 1, MOST).optional(),
              Field.text("cursor", 0, LONGEST_CURSOR).optional()));
    }

    @Override
    void perform(Call call, NamespaceEntry entry) {
      String namespaceId = entry.namespace().id();
      call.caller().require(Action.READ_OVERRIDE, namespaceId);
      int limit = (int) call.object().number(LIMIT, USUAL);
      String cursor = call.object().text(CURSOR, "");
      // One more than asked for: it tells whether there is more, and where it begins.
      call.after(
          registry.listOverrides(namespaceId, cursor, limit + 1),
          found -> answer(call, found, limit));
    }

    private void answer(Call call, List<LimitOverride> found, int limit) {
      boolean hasMore = found.size() > limit;
      ByteSegments body = JsonText.envelope(call.requestId(), out -> {
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
      call.answer(ServerResponse.ok(body));
    }
  }

  private final class Delete extends Each {
    Delete() {
      super("deleteOverride", ONE);
    }

    @Override
    void perform(Call call, NamespaceEntry entry) {
      String namespaceId = entry.namespace().id();
      call.caller().require(Action.DELETE_OVERRIDE, namespaceId);
      String identifier = call.object().text(IDENTIFIER);
      call.after(registry.deleteOverride(namespaceId, identifier), deleted -> {
        if (!deleted) {
          throw Problem.overrideNotFound();
        }
        ByteSegments body = JsonText.envelope(call.requestId(), out -> {
          out.writeObjectFieldStart("data");
          out.writeEndObject();
        });
        call.answer(ServerResponse.ok(body));
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
