// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Rules for compiled classes. Each one is an {@link ArchRule}; {@link #check} applies all of them. */
public final class ArchitectureRules {
  private static final String WEIR = "io.weir..";
  private static final String ROOT = "io.weir";
  private static final String TIME = "io.weir.time..";
  private static final String PROCESS = "io.weir.process..";
  private static final String PATTERN = "io.weir.pattern..";
  private static final String RESET = "io.weir.reset..";
  private static final String WINDOW = "io.weir.window..";
  private static final String MEMORY = "io.weir.memory..";
  private static final String CELL = "io.weir.cell..";
  private static final String ORIGIN = "io.weir.origin..";
  private static final String LEDGER = "io.weir.ledger..";
  private static final String SYNC = "io.weir.sync..";
  private static final String REGION = "io.weir.region..";
  private static final String WORLD = "io.weir.world..";
  private static final String ENGINE = "io.weir.engine..";
  private static final String REDIS = "io.weir.redis..";
  private static final String SQL = "io.weir.sql..";
  private static final String MYSQL = "io.weir.mysql..";
  private static final String SERVER_HTTP = "io.weir.server.http..";
  private static final String SERVER_API = "io.weir.server.api..";
  private static final String SERVER_DIRECTORY = "io.weir.server.directory..";
  private static final String CLIENT_TIME = "io.weir.client.time..";
  private static final String BENCHMARKS = "io.weir.benchmarks..";

  private static final String[] CORE = {
    ROOT, TIME, PROCESS, PATTERN, RESET, WINDOW, MEMORY, CELL, ORIGIN, LEDGER, SYNC, REGION, WORLD,
    ENGINE
  };

  private static final Pattern BANNED_NAME =
      Pattern.compile("(?:Abstract|Default|Base)[A-Z].*|I[A-Z][a-z].*"
          + "|.*(?:Impl|Utils?|Helper|Manager|Handler|Processor|Service)");

  private static final Set<String> SYSTEM_TIME =
      Set.of("java.lang.System.currentTimeMillis", "java.lang.System.nanoTime");

  private ArchitectureRules() {}

  /** Returns every rule of this class. */
  public static List<ArchRule> all() {
    return List.of(
        layers(),
        noPackageCycles(),
        coreDependsOnNothing(),
        adaptersSeePortsOnly(),
        transportKnowsNoApi(),
        plainNames(),
        timeComesFromAClock(),
        randomnessIsInjected(),
        noSleeping());
  }

  /**
   * Applies every rule to the production classes of these packages and their subpackages. Classes that the benchmark
   * tool generates are excluded.
   */
  public static void check(String... packages) {
    ClassFileImporter importer = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .withImportOption(location -> !location.contains("/jmh_generated/"));
    check(importer.importPackages(packages));
  }

  /** Applies every rule and reports all violations at once. */
  static void check(JavaClasses classes) {
    if (classes.isEmpty()) {
      throw new IllegalArgumentException("no classes to check");
    }
    List<String> failures = new ArrayList<>();
    for (ArchRule rule : all()) {
      EvaluationResult result = rule.evaluate(classes);
      if (result.hasViolation()) {
        failures.add(result.getFailureReport().toString());
      }
    }
    if (!failures.isEmpty()) {
      throw new AssertionError(String.join(System.lineSeparator(), failures));
    }
  }

  /**
   * The layers of core: time, process, reset, window and memory; then cell and the ports, origin and ledger; then
   * sync; then the agents, region and world, which do not depend on each other; then engine. The root package
   * contains values. The pattern package is separate: it uses nothing, and nothing in core uses it.
   */
  public static ArchRule layers() {
    return CompositeArchRule.of(List.of(
        dependsOnlyOn(ROOT, TIME, WINDOW),
        dependsOnlyOn(TIME, ROOT),
        dependsOnlyOn(PROCESS, ROOT, TIME),
        dependsOnlyOn(PATTERN),
        dependsOnlyOn(RESET, ROOT, TIME, PROCESS),
        dependsOnlyOn(WINDOW, ROOT, TIME),
        dependsOnlyOn(MEMORY),
        dependsOnlyOn(CELL, ROOT, TIME, RESET, WINDOW, MEMORY),
        dependsOnlyOn(ORIGIN, ROOT, TIME, RESET, WINDOW),
        dependsOnlyOn(LEDGER, ROOT, TIME, RESET, WINDOW),
        dependsOnlyOn(SYNC, ROOT, TIME, PROCESS, CELL),
        dependsOnlyOn(REGION, ROOT, TIME, PROCESS, WINDOW, MEMORY, CELL, ORIGIN, SYNC),
        dependsOnlyOn(WORLD, ROOT, TIME, PROCESS, WINDOW, MEMORY, CELL, LEDGER, SYNC),
        dependsOnlyOn(
            ENGINE, ROOT, TIME, PROCESS, RESET, WINDOW, MEMORY, CELL, ORIGIN, LEDGER, SYNC, REGION,
            WORLD)));
  }

  private static ArchRule dependsOnlyOn(String user, String... used) {
    DescribedPredicate<JavaClass> otherWeirClasses = resideInAPackage(WEIR)
        .and(DescribedPredicate.not(resideInAPackage(user)))
        .and(DescribedPredicate.not(resideInAnyPackage(used)));
    return noClasses()
        .that()
        .resideInAPackage(user)
        .should()
        .dependOnClassesThat(
            otherWeirClasses.as("are in Weir but neither in %s nor in %s", user, List.of(used)))
        .allowEmptyShould(true);
  }

  /** No two packages depend on each other, not even transitively. */
  public static ArchRule noPackageCycles() {
    return slices().assignedFrom(new ByPackage()).should().beFreeOfCycles().allowEmptyShould(true);
  }

  /** Core depends only on the JDK's base module, null annotations and itself. */
  public static ArchRule coreDependsOnNothing() {
    return classes()
        .that()
        .resideInAnyPackage(CORE)
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(CORE).or(resideInAnyPackage("java..", "org.jspecify..")))
        .allowEmptyShould(true);
  }

  /**
   * An adapter implements a port. It depends neither on the in-memory counts, nor on the engine, nor on other
   * adapters. The code that SQL adapters share does not depend on Weir.
   */
  public static ArchRule adaptersSeePortsOnly() {
    return CompositeArchRule.of(List.of(
        dependsOnNone(REDIS, CELL, SYNC, REGION, WORLD, ENGINE, SQL, MYSQL),
        dependsOnNone(MYSQL, CELL, SYNC, REGION, WORLD, ENGINE, REDIS),
        dependsOnlyOn(SQL)));
  }

  /**
   * The server's HTTP package transfers requests and responses. It depends neither on the API, nor on the tenants,
   * nor on the engine.
   */
  public static ArchRule transportKnowsNoApi() {
    return dependsOnNone(SERVER_HTTP, SERVER_API, SERVER_DIRECTORY, ENGINE);
  }

  private static ArchRule dependsOnNone(String user, String... unused) {
    return noClasses()
        .that()
        .resideInAPackage(user)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(unused)
        .allowEmptyShould(true);
  }

  /** A class is named for what it is, not for its role in a pattern. Names that gRPC requires are allowed. */
  public static ArchRule plainNames() {
    return noClasses()
        .that()
        .areNotAssignableTo("io.grpc.BindableService")
        .should(be(DescribedPredicate.<JavaClass>describe(
            "named with a banned prefix or suffix: " + BANNED_NAME,
            type -> BANNED_NAME.matcher(type.getSimpleName()).matches())))
        .allowEmptyShould(true);
  }

  /**
   * The system time is read in one package of core, in one of the client, which does not use core, and by benchmarks.
   */
  public static ArchRule timeComesFromAClock() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(TIME, CLIENT_TIME, BENCHMARKS)
        .should()
        .accessTargetWhere(access("the target is the machine's time", ArchitectureRules::readsTime))
        .allowEmptyShould(true);
  }

  /** No class uses a source of randomness that a test cannot seed. */
  public static ArchRule randomnessIsInjected() {
    return noClasses()
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.util.Random")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
        .orShould()
        .callMethod(Math.class, "random")
        .allowEmptyShould(true);
  }

  /** No class waits by sleeping. */
  public static ArchRule noSleeping() {
    return noClasses()
        .should()
        .accessTargetWhere(access("the target is a sleep", ArchitectureRules::sleeps))
        .allowEmptyShould(true);
  }

  private static DescribedPredicate<JavaAccess<?>> access(
      String description, Predicate<JavaAccess<?>> predicate) {
    return DescribedPredicate.describe(description, predicate);
  }

  private static boolean readsTime(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String name = access.getName();
    return SYSTEM_TIME.contains(owner + "." + name)
        || (owner.startsWith("java.time.") && name.equals("now"))
        || (owner.equals("java.time.Clock") && name.startsWith("system"));
  }

  private static boolean sleeps(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    return access.getName().equals("sleep")
        && (owner.isAssignableTo(Thread.class) || owner.isAssignableTo(TimeUnit.class));
  }

  /** Makes each package of Weir a slice, including the root package. */
  private static final class ByPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      String name = type.getPackageName();
      return name.equals(ROOT) || name.startsWith(ROOT + ".")
          ? SliceIdentifier.of(name)
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "packages of Weir";
    }
  }
}
