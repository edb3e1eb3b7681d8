// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import static io.weir.server.admin.Listing.properties;

import io.weir.WhenDegraded;
import io.weir.api.DurationParser;
import io.weir.server.admin.Administration.CreatedKey;
import io.weir.server.admin.Administration.KeyRequest;
import io.weir.server.api.access.Permissions;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.Workspace;
import io.weir.time.EpochClock;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.ParseResult;

/** Executes an admin command and formats its output. */
final class CommandExecution {
  /** Longer than anybody means, and short enough to be added to any time. */
  private static final long LONGEST_LIFE_MILLIS = TimeUnit.DAYS.toMillis(999_999_999);

  private static final Pattern QUOTA = Pattern.compile("[0-9]{1,12}");

  /** The mode of a namespace that has none of its own: the servers' default applies. */
  private static final String DEFAULT_MODE = "default";

  private static final String EXACT = "exact";
  private static final String ESTIMATED = "estimated";

  private final Administration administration;
  private final EpochClock clock;
  private final ResetCommand.ResetExecutor resets;

  CommandExecution(
      Administration administration, EpochClock clock, ResetCommand.ResetExecutor resets) {
    this.administration = administration;
    this.clock = clock;
    this.resets = resets;
  }

  /** Validates a command's values before any store is opened. */
  static void check(ParseResult group, EpochClock clock) {
    if (ResetCommand.isReset(group)) {
      ResetCommand.check(group);
      return;
    }
    ParseResult parsed = group.subcommand();
    switch (group.commandSpec().name() + ' ' + parsed.commandSpec().name()) {
      case "keys create" -> keyRequest(parsed, clock);
      case "workspaces create", "workspaces quota" -> quota(parsed);
      case "namespaces degraded" -> mode(parsed);
      case "namespaces window" -> isExactWindow(parsed);
      default -> {}
    }
  }

  /** Executes a command and returns what it prints. */
  String output(ParseResult group) {
    if (ResetCommand.isReset(group)) {
      return ResetCommand.run(group, administration, resets);
    }
    ParseResult parsed = group.subcommand();
    String name = group.commandSpec().name() + ' ' + parsed.commandSpec().name();
    boolean json = parsed.hasMatchedOption(AdminCommandSpecs.JSON);
    return switch (name) {
      case "keys list", "workspaces list", "namespaces list" -> {
        List<Map<String, Object>> items = list(group.commandSpec().name(), parsed);
        yield json ? Listing.json(items) : Listing.table(items);
      }
      default -> {
        Map<String, Object> item = change(name, parsed);
        yield json ? Listing.json(item) : Listing.lines(item);
      }
    };
  }

  /** Returns a note to print beside the output: a sentence, or nothing. */
  String note(ParseResult group) {
    if (!group.hasSubcommand()) {
      return "";
    }
    List<String> granted = switch (group.commandSpec().name()
        + ' '
        + group.subcommand().commandSpec().name()) {
      case "keys create" -> List.copyOf(keyRequest(group.subcommand(), clock).permissions());
      case "keys list" ->
        administration.keys().stream()
            .filter(key -> !key.deleted())
            .flatMap(key -> key.permissions().stream())
            .toList();
      default -> List.of();
    };
    List<String> unused = Permissions.withoutEffect(granted);
    return unused.isEmpty()
        ? ""
        : "note: no operation requires these permissions yet, so they have no effect: "
            + String.join(", ", unused);
  }

  private Map<String, Object> change(String name, ParseResult parsed) {
    return switch (name) {
      case "keys create" -> createdKey(parsed);
      case "keys revoke" -> key(administration.revokeKey(first(parsed)));
      case "keys enable" -> key(administration.setKeyEnabled(first(parsed), true));
      case "keys disable" -> key(administration.setKeyEnabled(first(parsed), false));
      case "workspaces create" ->
        workspace(administration.createWorkspace(first(parsed), quota(parsed)));
      case "workspaces quota" -> workspace(administration.setQuota(first(parsed), quota(parsed)));
      case "workspaces enable" ->
        workspace(administration.setWorkspaceEnabled(first(parsed), true));
      case "workspaces disable" ->
        workspace(administration.setWorkspaceEnabled(first(parsed), false));
      case "namespaces degraded" ->
        namespace(administration.setWhenDegraded(
            workspaceOf(parsed), first(parsed), mode(parsed).orElse(null)));
      case "namespaces window" ->
        namespace(administration.setExactWindow(
            workspaceOf(parsed), first(parsed), isExactWindow(parsed)));
      default -> namespace(administration.deleteNamespace(workspaceOf(parsed), first(parsed)));
    };
  }

  private List<Map<String, Object>> list(String group, ParseResult parsed) {
    return switch (group) {
      case "keys" -> keys(parsed.matchedOptionValue(AdminCommandSpecs.WORKSPACE, ""));
      case "workspaces" ->
        administration.workspaces().stream().map(CommandExecution::workspace).toList();
      default ->
        administration.namespaces(workspaceOf(parsed)).stream()
            .map(CommandExecution::namespace)
            .toList();
    };
  }

  private List<Map<String, Object>> keys(String workspace) {
    Map<String, Workspace> byId = administration.workspaces().stream()
        .collect(Collectors.toMap(Workspace::id, Function.identity()));
    return administration.keys().stream()
        .filter(key -> {
          Workspace home = byId.get(key.workspaceId());
          return workspace.isEmpty()
              || key.workspaceId().equals(workspace)
              || (home != null && home.name().equals(workspace));
        })
        .map(key -> {
          Map<String, Object> shown = key(key);
          Workspace home = byId.get(key.workspaceId());
          shown.put("workspace", home == null ? key.workspaceId() : home.name());
          return shown;
        })
        .toList();
  }

  private Map<String, Object> createdKey(ParseResult parsed) {
    CreatedKey createdKey = administration.createKey(keyRequest(parsed, clock));
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("key", createdKey.plain());
    shown.putAll(key(createdKey.key()));
    return shown;
  }

  private static KeyRequest keyRequest(ParseResult parsed, EpochClock clock) {
    List<String> permissions = parsed.matchedOptionValue(
        AdminCommandSpecs.PERMISSION, List.copyOf(Permissions.defaults()));
    return new KeyRequest(
        workspaceOf(parsed),
        parsed.matchedOptionValue(AdminCommandSpecs.NAME, ""),
        new HashSet<>(permissions),
        expiry(parsed, clock));
  }

  private static long expiry(ParseResult parsed, EpochClock clock) {
    String in = parsed.matchedOptionValue(AdminCommandSpecs.EXPIRES_IN, "");
    String at = parsed.matchedOptionValue(AdminCommandSpecs.EXPIRES_AT, "");
    if (!in.isEmpty() && !at.isEmpty()) {
      throw new IllegalArgumentException(AdminCommandSpecs.EXPIRES_IN + " and "
          + AdminCommandSpecs.EXPIRES_AT + " are mutually exclusive");
    }
    long now = clock.epochMillis();
    if (parsed.hasMatchedOption(AdminCommandSpecs.EXPIRES_IN)) {
      return now
          + DurationParser.millis(in).stream()
              .filter(millis -> millis >= 1 && millis <= LONGEST_LIFE_MILLIS)
              .findFirst()
              .orElseThrow(() -> new IllegalArgumentException(AdminCommandSpecs.EXPIRES_IN
                  + " must be 1 or more, followed by s, m, h or d, such as 90d, but was \"" + in
                  + '"'));
    }
    return parsed.hasMatchedOption(AdminCommandSpecs.EXPIRES_AT) ? instant(at, now) : RootKey.NEVER;
  }

  private static long instant(String text, long now) {
    long instant;
    try {
      instant = Instant.parse(text).toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(AdminCommandSpecs.EXPIRES_AT
          + " must be an instant such as 2031-12-31T00:00:00Z, but was \"" + text + '"');
    }
    if (instant <= now) {
      throw new IllegalArgumentException(AdminCommandSpecs.EXPIRES_AT + " must be later than now, "
          + Instant.ofEpochMilli(now) + ", but was " + text);
    }
    return instant;
  }

  private static long quota(ParseResult parsed) {
    String text = parsed.commandSpec().name().equals("quota")
        ? parsed.matchedPositionalValue(1, "")
        : parsed.matchedOptionValue(AdminCommandSpecs.QUOTA, "unlimited");
    if (text.equals("unlimited")) {
      return Workspace.UNLIMITED;
    }
    if (!QUOTA.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "a quota must be an integer from 0 to 999999999999, or unlimited, but was \"" + text
              + '"');
    }
    return Long.parseLong(text);
  }

  /** Returns how the limits of a namespace behave while Redis is unavailable; empty selects the servers' default. */
  private static Optional<WhenDegraded> mode(ParseResult parsed) {
    String text = parsed.matchedPositionalValue(1, "");
    if (text.equals(DEFAULT_MODE)) {
      return Optional.empty();
    }
    return Optional.of(Arrays.stream(WhenDegraded.values())
        .filter(mode -> mode.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException("a degraded mode must be local, share, open, closed or "
                + DEFAULT_MODE + ", but was \"" + text + '"')));
  }

  /** Returns whether the limits of a namespace get exact windows. */
  private static boolean isExactWindow(ParseResult parsed) {
    String text = parsed.matchedPositionalValue(1, "");
    if (!text.equals(EXACT) && !text.equals(ESTIMATED)) {
      throw new IllegalArgumentException(
          "a window must be " + EXACT + " or " + ESTIMATED + ", but was \"" + text + '"');
    }
    return text.equals(EXACT);
  }

  private static String first(ParseResult parsed) {
    return parsed.matchedPositionalValue(0, "");
  }

  private static String workspaceOf(ParseResult parsed) {
    return parsed.matchedOptionValue(AdminCommandSpecs.WORKSPACE, Administration.WORKSPACE);
  }

  private static Map<String, Object> key(RootKey key) {
    return properties(
        "id", key.id(),
        "workspace", key.workspaceId(),
        "name", key.name(),
        "enabled", key.enabled(),
        "revoked", key.deleted(),
        "expires", expires(key),
        "permissions", List.copyOf(new TreeSet<>(key.permissions())));
  }

  private static Object expires(RootKey key) {
    return key.expiresAt() == RootKey.NEVER
        ? Listing.NONE
        : Instant.ofEpochMilli(key.expiresAt()).toString();
  }

  private static Map<String, Object> workspace(Workspace workspace) {
    return properties(
        "id", workspace.id(),
        "enabled", workspace.enabled(),
        "quota",
            workspace.quota() == Workspace.UNLIMITED ? Listing.NONE : (Object) workspace.quota(),
        "name", workspace.name());
  }

  private static Map<String, Object> namespace(Namespace namespace) {
    WhenDegraded mode = namespace.whenDegraded();
    return properties(
        "id", namespace.id(),
        "deleted", namespace.deleted(),
        "degraded", mode == null ? DEFAULT_MODE : mode.name().toLowerCase(Locale.ROOT),
        "window", namespace.exactWindow() ? EXACT : ESTIMATED,
        "name", namespace.name());
  }
}
