// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that every rule about classes reports violations, and that none reports permitted code. */
@Tag("stress")
class ArchitectureRulesTest {
  @TempDir
  private Path folder = Path.of("");

  private PlantedCode code() {
    return new PlantedCode(folder);
  }

  private static List<String> faults(ArchRule rule, JavaClasses classes) {
    return rule.evaluate(classes).getFailureReport().getDetails();
  }

  private List<String> faultsOfUse(ArchRule rule, String user, String used) {
    return faults(rule, code().type(used).type(user, used).classes());
  }

  @Test
  void aCleanTreePasses() {
    JavaClasses clean = code()
        .type("io.weir.time.EpochClock")
        .type("io.weir.pattern.IdentifierPattern")
        .type("io.weir.window.Window")
        .type("io.weir.LimitPolicy", "io.weir.window.Window")
        .type("io.weir.cell.Cell", "io.weir.LimitPolicy")
        .type("io.weir.origin.Origin", "io.weir.LimitPolicy")
        .type("io.weir.sync.InFlight", "io.weir.cell.Cell")
        .type("io.weir.region.ProcessHeartbeat", "io.weir.sync.InFlight")
        .type("io.weir.region.Publisher", "io.weir.origin.Origin")
        .type("io.weir.ledger.Ledger", "io.weir.LimitPolicy")
        .type("io.weir.world.RegionHeartbeat", "io.weir.cell.Cell")
        .type("io.weir.world.Pusher", "io.weir.ledger.Ledger")
        .type("io.weir.engine.Engine", "io.weir.origin.Origin")
        .type("io.weir.engine.Numbers", "long[]")
        .type("io.weir.redis.RedisOrigin", "io.weir.origin.Origin")
        .type("io.weir.server.Main", "io.weir.engine.Engine")
        .classes();

    assertThatCode(() -> ArchitectureRules.check(clean)).doesNotThrowAnyException();
  }

  @Test
  void nothingToCheckIsAFault() {
    assertThatThrownBy(() -> ArchitectureRules.check("io.weir.nowhere"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void allFaultsAreReportedAtOnce() {
    JavaClasses bad = code()
        .type("io.weir.cell.CellManager", "java.util.Random")
        .type("io.weir.window.Window", "io.weir.cell.CellManager")
        .classes();

    assertThatThrownBy(() -> ArchitectureRules.check(bad))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("CellManager", "java.util.Random", "io.weir.window");
  }

  @ParameterizedTest
  @CsvSource({
    "io.weir.LimitPolicy, io.weir.cell.Cell",
    "io.weir.LimitPolicy, io.weir.engine.Engine",
    "io.weir.time.Clock, io.weir.window.Window",
    "io.weir.window.Window, io.weir.cell.Cell",
    "io.weir.window.Window, io.weir.memory.MemoryPlan",
    "io.weir.memory.MemoryPlan, io.weir.cell.Cell",
    "io.weir.pattern.IdentifierPattern, io.weir.LimitPolicy",
    "io.weir.engine.Engine, io.weir.pattern.IdentifierPattern",
    "io.weir.cell.Cell, io.weir.origin.Origin",
    "io.weir.origin.Origin, io.weir.engine.Engine",
    "io.weir.origin.Origin, io.weir.cell.Cell",
    "io.weir.origin.Origin, io.weir.region.Publisher",
    "io.weir.sync.InFlight, io.weir.origin.Origin",
    "io.weir.sync.InFlight, io.weir.region.Publisher",
    "io.weir.region.Publisher, io.weir.ledger.Ledger",
    "io.weir.region.Publisher, io.weir.world.Pusher",
    "io.weir.region.Publisher, io.weir.engine.Engine",
    "io.weir.world.Pusher, io.weir.region.Publisher",
    "io.weir.origin.Origin, io.weir.ledger.Ledger",
    "io.weir.ledger.Ledger, io.weir.origin.Origin",
    "io.weir.ledger.Ledger, io.weir.cell.Cell",
    "io.weir.ledger.Ledger, io.weir.world.Pusher",
    "io.weir.world.Pusher, io.weir.origin.Origin",
    "io.weir.world.Pusher, io.weir.engine.Engine",
    "io.weir.engine.Engine, io.weir.redis.RedisOrigin",
  })
  void coreDependsInOneDirection(String user, String used) {
    assertThat(faultsOfUse(ArchitectureRules.layers(), user, used)).isNotEmpty();
  }

  @Test
  void packagesMayNotFormACycle() {
    JavaClasses cycle = code()
        .type("io.weir.LimitPolicy", "io.weir.window.Window")
        .type("io.weir.window.Window", "io.weir.LimitPolicy")
        .classes();

    assertThat(faults(ArchitectureRules.noPackageCycles(), cycle)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"javax.tools.JavaCompiler", "org.slf4j.Logger", "io.weir.server.Main"})
  void coreMayNotImportOthers(String used) {
    PlantedCode code = used.startsWith("javax") ? code() : code().type(used);

    JavaClasses classes = code.type("io.weir.cell.Cell", used).classes();

    assertThat(faults(ArchitectureRules.coreDependsOnNothing(), classes)).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "io.weir.redis.RedisOrigin, io.weir.cell.Cell",
    "io.weir.redis.RedisOrigin, io.weir.engine.Engine",
    "io.weir.redis.RedisOrigin, io.weir.region.Publisher",
    "io.weir.redis.RedisOrigin, io.weir.sync.InFlight",
    "io.weir.redis.RedisOrigin, io.weir.mysql.MysqlLedger",
    "io.weir.mysql.MysqlLedger, io.weir.cell.Cell",
    "io.weir.mysql.MysqlLedger, io.weir.engine.Engine",
    "io.weir.mysql.MysqlLedger, io.weir.region.Publisher",
    "io.weir.mysql.MysqlLedger, io.weir.world.Pusher",
    "io.weir.mysql.MysqlLedger, io.weir.redis.RedisOrigin",
    "io.weir.redis.RedisOrigin, io.weir.sql.Database",
    "io.weir.sql.Database, io.weir.mysql.MysqlLedger",
    "io.weir.sql.Database, io.weir.origin.Origin",
  })
  void adaptersSeeNeitherCellsNorTheEngine(String user, String used) {
    assertThat(faultsOfUse(ArchitectureRules.adaptersSeePortsOnly(), user, used))
        .isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "io.weir.server.http.HttpVerticle, io.weir.server.api.RequestPipeline",
    "io.weir.server.http.load.Gate, io.weir.server.api.access.WorkspaceQuota",
    "io.weir.server.http.HttpVerticle, io.weir.server.directory.Directory",
    "io.weir.server.http.HttpVerticle, io.weir.engine.Engine",
  })
  void theServersTransportKnowsNoApi(String user, String used) {
    assertThat(faultsOfUse(ArchitectureRules.transportKnowsNoApi(), user, used)).isNotEmpty();
  }

  @Test
  void namesOfPatternsAreBanned() {
    List<String> banned = List.of(
        "OriginImpl",
        "TimeUtil",
        "TimeUtils",
        "CellHelper",
        "CellManager",
        "CheckHandler",
        "CheckProcessor",
        "LimitService",
        "AbstractOrigin",
        "DefaultOrigin",
        "BaseOrigin",
        "IOrigin");

    assertThat(faultsOfNames(banned)).hasSameSizeAs(banned);
  }

  @Test
  void similarNamesAreAllowed() {
    assertThat(faultsOfNames(
            List.of("Importer", "IOFault", "Defaults", "Baseline", "Abstraction", "Handling")))
        .isEmpty();
  }

  private List<String> faultsOfNames(List<String> names) {
    PlantedCode code = code();
    names.forEach(name -> code.type("io.weir.cell." + name));
    return faults(ArchitectureRules.plainNames(), code.classes());
  }

  @Test
  void theSystemTimeIsReadInOnePackageOnly() {
    List<String> reads = List.of(
        "System.currentTimeMillis()",
        "System.nanoTime()",
        "java.time.Instant.now()",
        "java.time.LocalDate.now()",
        "java.time.Clock.systemUTC()",
        "(java.util.function.LongSupplier) System::nanoTime");
    ArchRule rule = ArchitectureRules.timeComesFromAClock();

    assertThat(faultsOfExpressions(rule, "io.weir.cell", reads)).hasSameSizeAs(reads);
    assertThat(faultsOfExpressions(rule, "io.weir.time", reads)).isEmpty();
    assertThat(faultsOfExpressions(rule, "io.weir.benchmarks", reads)).isEmpty();
  }

  @Test
  void randomnessThatATestCannotSeedIsBanned() {
    List<String> banned = List.of(
        "new java.util.Random(1)",
        "java.util.concurrent.ThreadLocalRandom.current()",
        "Math.random()");

    assertThat(
            faultsOfExpressions(ArchitectureRules.randomnessIsInjected(), "io.weir.cell", banned))
        .anyMatch(fault -> fault.contains("java.util.Random"))
        .anyMatch(fault -> fault.contains("ThreadLocalRandom"))
        .anyMatch(fault -> fault.contains("Math.random"));
  }

  @Test
  void splittableAndSecureRandomnessIsAllowed() {
    List<String> allowed =
        List.of("new java.util.SplittableRandom(1)", "new java.security.SecureRandom()");

    assertThat(
            faultsOfExpressions(ArchitectureRules.randomnessIsInjected(), "io.weir.cell", allowed))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Thread.sleep(1)", "java.util.concurrent.TimeUnit.SECONDS.sleep(1)"})
  void sleepingIsBanned(String statement) {
    String text = "package io.weir.cell; class Cell { void nap() throws Exception { %s; } }"
        .formatted(statement);

    JavaClasses classes = code().main("io/weir/cell/Cell.java", text).classes();

    assertThat(faults(ArchitectureRules.noSleeping(), classes)).isNotEmpty();
  }

  private List<String> faultsOfExpressions(ArchRule rule, String home, List<String> expressions) {
    PlantedCode code = new PlantedCode(folder.resolve(home));
    for (int i = 0; i < expressions.size(); i++) {
      String text = "package %s; class User%d { Object value() { return %s; } }";
      code.main(
          "%s/User%d.java".formatted(home.replace('.', '/'), i),
          text.formatted(home, i, expressions.get(i)));
    }
    return faults(rule, code.classes());
  }
}
