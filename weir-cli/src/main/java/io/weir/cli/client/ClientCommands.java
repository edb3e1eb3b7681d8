// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import io.weir.cli.client.api.ApiClient;
import io.weir.cli.client.api.ApiFailure;
import io.weir.cli.client.api.ServerSuccess;
import io.weir.cli.command.Command;
import io.weir.cli.command.CommandContext;
import io.weir.cli.command.TerminalText;
import io.weir.client.http.ServerAddress;
import io.weir.client.json.MalformedBodyException;
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
  interface ServerCall {

    /** Gives whether the answer is a yes. */
    boolean execute(ApiClient apiClient, AnswerPrinter answerPrinter)
        throws ApiFailure, MalformedBodyException;
  }

  /** Where answers are printed: as text, or as they came. */
  static final class AnswerPrinter {
    private final PrintWriter out;
    private final boolean isJson;

    AnswerPrinter(PrintWriter out, boolean isJson) {
      this.out = out;
      this.isJson = isJson;
    }

    /** The text stands for the answer, unless that is wanted as it came. */
    void print(ServerSuccess serverSuccess, String text) {
      printEnvelope(serverSuccess);
      printText(text);
    }

    /** The answer as it came, if that is wanted. */
    void printEnvelope(ServerSuccess serverSuccess) {
      if (isJson) {
        out.println(serverSuccess.envelope());
      }
    }

    /** What people are told instead of the answers. */
    void printText(String text) {
      if (!isJson) {
        out.print(text);
      }
    }
  }

  /** Holds the dialogue and gives the exit code. */
  static int run(ParseResult asked, CommandContext commandContext, ServerCall serverCall) {
    ServerAddress serverAddress = ClientOptions.route(asked, commandContext);
    PrintWriter out = new PrintWriter(commandContext.out(), false, StandardCharsets.UTF_8);
    boolean isJson = asked.hasMatchedOption(ClientOptions.JSON);
    boolean isYes = false;
    String name = asked.commandSpec().qualifiedName();
    try (ApiClient apiClient = new ApiClient(serverAddress)) {
      isYes = serverCall.execute(apiClient, new AnswerPrinter(out, isJson));
    } catch (ApiFailure e) {
      if (isJson && !e.envelope().isEmpty()) {
        out.println(e.envelope());
      }
      commandContext
          .errors()
          .println(name + ": " + TerminalText.escaped(e.lines().get(0)));
      e.lines().stream()
          .skip(1)
          .map(TerminalText::escaped)
          .forEach(commandContext.errors()::println);
    } catch (MalformedBodyException e) {
      commandContext
          .errors()
          .println(name + ": the server's response does not match the API: " + e.getMessage());
    }
    if (out.checkError()) {
      commandContext.errors().println(name + ": can't write the output");
      return ExitCode.SOFTWARE;
    }
    return isYes ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
