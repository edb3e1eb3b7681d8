// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import io.weir.cli.client.api.Answer;
import io.weir.cli.client.api.Api;
import io.weir.cli.client.api.ApiFailure;
import io.weir.cli.command.Command;
import io.weir.cli.command.Surroundings;
import io.weir.cli.command.TerminalText;
import io.weir.client.http.Route;
import io.weir.client.json.MisshapenException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParseResult;

/** What the commands that ask a server have in common: a question, its answer for people or for programs, an exit code. */
public final class ClientCommands {
  private ClientCommands() {}

  /** All of them. */
  public static List<Command> all() {
    return List.of(LimitCommand.command(), MultiLimitCommand.command(), OverrideCommand.command());
  }

  /** Asks the server and tells what it said. */
  @FunctionalInterface
  interface Dialogue {

    /** Gives whether the answer is a yes. */
    boolean hold(Api api, Printout printout) throws ApiFailure, MisshapenException;
  }

  /** Where answers are printed: as text, or as they came. */
  static final class Printout {
    private final PrintWriter out;
    private final boolean isJson;

    Printout(PrintWriter out, boolean isJson) {
      this.out = out;
      this.isJson = isJson;
    }

    /** The text stands for the answer, unless that is wanted as it came. */
    void print(Answer answer, String text) {
      envelope(answer);
      text(text);
    }

    /** The answer as it came, if that is wanted. */
    void envelope(Answer answer) {
      if (isJson) {
        out.println(answer.envelope());
      }
    }

    /** What people are told instead of the answers. */
    void text(String text) {
      if (!isJson) {
        out.print(text);
      }
    }
  }

  /** Holds the dialogue and gives the exit code. */
  static int run(ParseResult asked, Surroundings surroundings, Dialogue dialogue) {
    Route route = Options.route(asked, surroundings);
    PrintWriter out = new PrintWriter(surroundings.out(), false, StandardCharsets.UTF_8);
    boolean isJson = asked.hasMatchedOption(Options.JSON);
    boolean isYes = false;
    String name = asked.commandSpec().qualifiedName();
    try (Api api = new Api(route)) {
      isYes = dialogue.hold(api, new Printout(out, isJson));
    } catch (ApiFailure e) {
      if (isJson && !e.envelope().isEmpty()) {
        out.println(e.envelope());
      }
      surroundings.errors().println(name + ": " + TerminalText.escaped(e.lines().get(0)));
      e.lines().stream().skip(1).map(TerminalText::escaped).forEach(surroundings.errors()::println);
    } catch (MisshapenException e) {
      surroundings
          .errors()
          .println(name + ": the server's response does not match the API: " + e.getMessage());
    }
    if (out.checkError()) {
      surroundings.errors().println(name + ": can't write the output");
      return ExitCode.SOFTWARE;
    }
    return isYes ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
