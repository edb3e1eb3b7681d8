// SPDX-License-Identifier: Apache-2.0
package io.weir.server.rig;

import io.weir.engine.Engine;
import io.weir.server.Endpoints;
import io.weir.server.api.Api;
import io.weir.server.api.Operation;
import io.weir.server.api.access.Door;
import io.weir.server.api.access.Quota;
import io.weir.server.api.operations.LimitOperation;
import io.weir.server.api.operations.MultiLimitOperation;
import io.weir.server.api.operations.Namespaces;
import io.weir.server.api.operations.OverrideOperations;
import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.config.ServerConfig.Listen;
import io.weir.server.directory.Directory;
import io.weir.server.directory.KeyHash;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.Tenant;
import io.weir.server.directory.Workspace;
import io.weir.server.directory.budget.DirectoryBudget;
import io.weir.server.http.Front;
import io.weir.server.http.Site;
import io.weir.time.ManualClock;
import io.weir.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The API over real HTTP, with an engine on its own, a clock that stands still, and a registry in memory. */
public final class ApiRig implements AutoCloseable {
  /** The workspace of {@link #KEY}. */
  public static final String WORKSPACE = "ws_one";

  /** A key that may do everything in it. */
  public static final String KEY = "weir_everything";

  /** A key of another workspace, which {@link #letHostileIn} makes. */
  public static final String HOSTILE_KEY = "weir_hostile";

  /** The workspace of {@link #HOSTILE_KEY}. */
  public static final String HOSTILE_WORKSPACE = "ws_hostile";

  /** What such a key is allowed. */
  public static final Set<String> EVERYTHING = Set.of(
      "ratelimit.*.limit",
      "ratelimit.*.create_namespace",
      "ratelimit.*.set_override",
      "ratelimit.*.read_override",
      "ratelimit.*.delete_override");

  /** Long beyond anything that may take its time: whoever waits as long has found a hang. */
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  private static final long STEP_NANOS = 5_000_000;

  /** Moved by tests alone. */
  public final ManualClock clock = new ManualClock(1_700_000_000_000L);

  /** What the server knows. */
  public final Directory directory;

  /** What it changes. */
  public final InMemoryRegistry registry;

  private final Engine engine = Engine.builder().clock(clock).build();
  private final LoopWatch watch = new LoopWatch();
  private final Site site;
  private final Front front;
  private long revision = 1_000;

  /** With the usual bounds. */
  public ApiRig() {
    this(Bounds.USUAL, "");
  }

  /** With other bounds, behind a prefix. */
  public ApiRig(Bounds bounds, String prefix) {
    this(bounds, new Listen("127.0.0.1", 0, prefix), Runtime.getRuntime().maxMemory());
  }

  /** With little memory for namespaces and overrides. */
  public ApiRig(DirectoryBudget budget) {
    this(Bounds.USUAL, new Listen("127.0.0.1", 0, ""), Runtime.getRuntime().maxMemory(), budget);
  }

  /** With other bounds, for a heap of another size. */
  public ApiRig(Bounds bounds, Listen listen, long heapBytes) {
    this(bounds, listen, heapBytes, DirectoryBudget.unlimited());
  }

  private ApiRig(Bounds bounds, Listen listen, long heapBytes, DirectoryBudget budget) {
    directory = new Directory(budget);
    registry = new InMemoryRegistry(directory);
    workspace(WORKSPACE, Workspace.UNLIMITED, true);
    key(KEY, WORKSPACE, EVERYTHING);
    Namespaces namespaces = new Namespaces(directory, registry);
    List<Operation> operations = new ArrayList<>(List.of(
        new LimitOperation(engine, namespaces, clock),
        new MultiLimitOperation(engine, namespaces, clock)));
    operations.addAll(new OverrideOperations(namespaces, registry).all());
    Api api = new Api(new Door(directory, clock), new Quota(engine), clock, () -> true);
    Endpoints.Insight insight =
        new Endpoints.Insight(Optional::empty, Map::of, () -> "# nothing\n");
    site = Endpoints.site(listen.pathPrefix(), api, operations, insight);
    front = Front.open(
        listen, bounds, site, new Front.Wiring(watch, NanoClock.system(), 42, heapBytes));
  }

  /** How many requests and connections it has turned away. */
  public int shed() {
    return watch.shedCount();
  }

  /** Watches its event loops from now on: closing the watch fails if a request has kept one busy for more than 50 ms. */
  public LoopWatch watchLoops() {
    return watch.begin(port());
  }

  /** What is answered where. */
  public Site site() {
    return site;
  }

  /** Makes or changes a workspace. */
  public void workspace(String id, long quota, boolean enabled) {
    directory.apply(new Workspace(id, id, enabled, quota, ++revision));
  }

  /** Makes a workspace beside the usual one, whose key may do everything in it. */
  public void letHostileIn() {
    workspace(HOSTILE_WORKSPACE, Workspace.UNLIMITED, true);
    key(HOSTILE_KEY, HOSTILE_WORKSPACE, EVERYTHING);
  }

  /** Makes a key. */
  public void key(String key, String workspaceId, Set<String> permissions) {
    apply(key, workspaceId, permissions, RootKey.NEVER);
  }

  /** Makes a key that expires. */
  public void keyUntil(String key, long expiresAt) {
    apply(key, WORKSPACE, EVERYTHING, expiresAt);
  }

  private void apply(String key, String workspaceId, Set<String> permissions, long expiresAt) {
    KeyHash hash = KeyHash.of(key);
    directory.apply(new RootKey(
        "key_" + Integer.toHexString(key.hashCode()),
        workspaceId,
        hash,
        key,
        permissions,
        expiresAt,
        true,
        false,
        ++revision));
  }

  /** Switches a key off, or revokes it. */
  public void changeKey(String key, boolean enabled, boolean deleted) {
    RootKey known = Objects.requireNonNull(directory.key(KeyHash.of(key)), key);
    directory.apply(new RootKey(
        known.id(),
        known.workspaceId(),
        known.hash(),
        known.name(),
        known.permissions(),
        known.expiresAt(),
        enabled,
        deleted,
        ++revision));
  }

  /** The id of a namespace that there is. */
  public String namespaceId(String workspaceId, String name) {
    Tenant tenant = Objects.requireNonNull(directory.tenant(workspaceId), workspaceId);
    return Objects.requireNonNull(tenant.namespace(name), name).namespace().id();
  }

  /** Where it listens. */
  public int port() {
    return front.port();
  }

  /** The listening part. */
  public Front front() {
    return front;
  }

  /** Waits until nothing is under way: no request, no byte of a body. */
  public void awaitQuiet() {
    await("quiet", () -> front.inFlight() == 0 && front.bodyBytes() == 0);
  }

  /** Waits until something is so, which it soon must be. */
  public static void await(String what, BooleanSupplier condition) {
    NanoClock clock = NanoClock.system();
    long begun = clock.nanoTime();
    while (!condition.getAsBoolean()) {
      if (clock.nanoTime() - begun > PATIENCE_NANOS) {
        throw new AssertionError("timed out waiting for: " + what);
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
  }

  /** Somebody with all permissions. */
  public Wire wire() {
    return new Wire(port(), KEY);
  }

  @Override
  public void close() {
    front.close();
    engine.close();
  }
}
