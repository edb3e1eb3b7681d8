// SPDX-License-Identifier: Apache-2.0
package io.weir.server.rig;

import io.weir.engine.Engine;
import io.weir.server.Endpoints;
import io.weir.server.api.Operation;
import io.weir.server.api.RequestPipeline;
import io.weir.server.api.access.Authenticator;
import io.weir.server.api.access.WorkspaceQuota;
import io.weir.server.api.operations.LimitOperation;
import io.weir.server.api.operations.MultiLimitOperation;
import io.weir.server.api.operations.NamespaceResolver;
import io.weir.server.api.operations.OverrideOperations;
import io.weir.server.config.ServerConfig.ListenSettings;
import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.directory.Directory;
import io.weir.server.directory.KeyHash;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.RootKey.KeyGrant;
import io.weir.server.directory.RootKey.KeyStatus;
import io.weir.server.directory.Tenant;
import io.weir.server.directory.Workspace;
import io.weir.server.directory.budget.DirectoryBudget;
import io.weir.server.http.HttpFrontend;
import io.weir.server.http.Routes;
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

/** The API over real HTTP, with an engine without stores, a clock that stands still, and a tenant store in memory. */
public final class TestApiServer implements AutoCloseable {
  /** The workspace of {@link #KEY}. */
  public static final String WORKSPACE = "ws_one";

  /** A key with all permissions in it. */
  public static final String KEY = "weir_everything";

  /** A key of another workspace, which {@link #letHostileIn} creates. */
  public static final String HOSTILE_KEY = "weir_hostile";

  /** The workspace of {@link #HOSTILE_KEY}. */
  public static final String HOSTILE_WORKSPACE = "ws_hostile";

  /** The permissions of such a key. */
  public static final Set<String> EVERYTHING = Set.of(
      "ratelimit.*.limit",
      "ratelimit.*.create_namespace",
      "ratelimit.*.set_override",
      "ratelimit.*.read_override",
      "ratelimit.*.delete_override");

  /** Far longer than anything may take: a test that waits this long has found a hang. */
  private static final long TIMEOUT_NANOS = 30_000_000_000L;

  private static final long STEP_NANOS = 5_000_000;

  /** Moved only by tests. */
  public final ManualClock clock = new ManualClock(1_700_000_000_000L);

  /** The server's directory. */
  public final Directory directory;

  /** The server's tenant store. */
  public final InMemoryTenantStore registry;

  private final Engine engine = Engine.builder().clock(clock).build();
  private final EventLoopMonitor watch = new EventLoopMonitor();
  private final Routes routes;
  private final HttpFrontend httpFrontend;
  private long revision = 1_000;

  /** Starts a server with the default limits. */
  public TestApiServer() {
    this(ServerLimits.DEFAULT, "");
  }

  /** Starts a server with other limits, and with a path prefix. */
  public TestApiServer(ServerLimits serverLimits, String prefix) {
    this(
        serverLimits,
        new ListenSettings("127.0.0.1", 0, prefix),
        Runtime.getRuntime().maxMemory());
  }

  /** Starts a server with little memory for namespaces and overrides. */
  public TestApiServer(DirectoryBudget budget) {
    this(
        ServerLimits.DEFAULT,
        new ListenSettings("127.0.0.1", 0, ""),
        Runtime.getRuntime().maxMemory(),
        budget);
  }

  /** Starts a server with other limits, for a heap of another size. */
  public TestApiServer(ServerLimits serverLimits, ListenSettings listenSettings, long heapBytes) {
    this(serverLimits, listenSettings, heapBytes, DirectoryBudget.unlimited());
  }

  private TestApiServer(
      ServerLimits serverLimits,
      ListenSettings listenSettings,
      long heapBytes,
      DirectoryBudget budget) {
    directory = new Directory(budget);
    registry = new InMemoryTenantStore(directory);
    workspace(WORKSPACE, Workspace.UNLIMITED, true);
    key(KEY, WORKSPACE, EVERYTHING);
    NamespaceResolver namespaceResolver = new NamespaceResolver(directory, registry);
    List<Operation> operations = new ArrayList<>(List.of(
        new LimitOperation(engine, namespaceResolver, clock),
        new MultiLimitOperation(engine, namespaceResolver, clock)));
    operations.addAll(new OverrideOperations(namespaceResolver, registry).all());
    RequestPipeline requestPipeline = new RequestPipeline(
        new Authenticator(directory, clock), new WorkspaceQuota(engine), clock, () -> true);
    Endpoints.ServerStatus serverStatus =
        new Endpoints.ServerStatus(Optional::empty, Map::of, () -> "# nothing\n");
    routes =
        Endpoints.routes(listenSettings.pathPrefix(), requestPipeline, operations, serverStatus);
    httpFrontend = HttpFrontend.open(
        listenSettings,
        serverLimits,
        routes,
        new HttpFrontend.FrontendOptions(watch, NanoClock.system(), 42, heapBytes));
  }

  /** Returns how many requests and connections it has rejected. */
  public int shed() {
    return watch.shedCount();
  }

  /**
   * Monitors its event loops from now on. Closing the monitor fails if a request has kept a loop busy for more than
   * 50 ms.
   */
  public EventLoopMonitor watchLoops() {
    return watch.begin(port());
  }

  /** Returns its routes. */
  public Routes site() {
    return routes;
  }

  /** Creates or changes a workspace. */
  public void workspace(String id, long quota, boolean enabled) {
    directory.apply(new Workspace(id, id, enabled, quota, ++revision));
  }

  /** Creates a workspace beside the default one, with a key that has all permissions in it. */
  public void letHostileIn() {
    workspace(HOSTILE_WORKSPACE, Workspace.UNLIMITED, true);
    key(HOSTILE_KEY, HOSTILE_WORKSPACE, EVERYTHING);
  }

  /** Creates a key. */
  public void key(String key, String workspaceId, Set<String> permissions) {
    apply(key, workspaceId, permissions, RootKey.NEVER);
  }

  /** Creates a key that expires. */
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
        new KeyGrant(permissions, expiresAt),
        KeyStatus.ENABLED,
        ++revision));
  }

  /** Disables or revokes a key. */
  public void changeKey(String key, boolean enabled, boolean deleted) {
    RootKey known = Objects.requireNonNull(directory.key(KeyHash.of(key)), key);
    directory.apply(known.with(KeyStatus.of(enabled, deleted), ++revision));
  }

  /** Returns the id of an existing namespace. */
  public String namespaceId(String workspaceId, String name) {
    Tenant tenant = Objects.requireNonNull(directory.tenant(workspaceId), workspaceId);
    return Objects.requireNonNull(tenant.namespace(name), name).namespace().id();
  }

  /** Returns its port. */
  public int port() {
    return httpFrontend.port();
  }

  /** Returns its HTTP server. */
  public HttpFrontend front() {
    return httpFrontend;
  }

  /** Waits until nothing is in progress: no request, no byte of a body. */
  public void awaitQuiet() {
    await("quiet", () -> httpFrontend.inFlight() == 0 && httpFrontend.bodyBytes() == 0);
  }

  /** Waits for a condition, which must soon be true. */
  public static void await(String what, BooleanSupplier condition) {
    NanoClock clock = NanoClock.system();
    long started = clock.nanoTime();
    while (!condition.getAsBoolean()) {
      if (clock.nanoTime() - started > TIMEOUT_NANOS) {
        throw new AssertionError("timed out waiting for: " + what);
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
  }

  /** Returns a client with all permissions. */
  public RawHttpClient wire() {
    return new RawHttpClient(port(), KEY);
  }

  @Override
  public void close() {
    httpFrontend.close();
    engine.close();
  }
}
