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

/**
 * The commands that call a server. Sends the request, prints the response as text or as JSON, and sets the exit code.
 */
public final class ClientCommands {
  private ClientCommands() {}

  /** Returns all commands of this package. */
  public static List<Command> all() {
    return List.of(LimitCommand.command(), MultiLimitCommand.command(), OverrideCommand.command());
  }

  /** Calls the server and prints the result. */
  @FunctionalInterface
  interface ServerCall {

    /** Returns whether the command succeeds: whether its exit code is 0. */
    boolean execute(ApiClient apiClient, AnswerPrinter answerPrinter)
        throws ApiFailure, MalformedBodyException;
  }

  /** Prints responses as text, or as the JSON that the server sent. */
  static final class AnswerPrinter {
    private final PrintWriter out;
    private final boolean isJson;

    AnswerPrinter(PrintWriter out, boolean isJson) {
      this.out = out;
      this.isJson = isJson;
    }

    /** Prints the response as JSON if JSON is requested, else the text. */
    void print(ServerSuccess serverSuccess, String text) {
      printEnvelope(serverSuccess);
      printText(text);
    }

    /** Prints the response unchanged if JSON is requested, else nothing. */
    void printEnvelope(ServerSuccess serverSuccess) {
      if (isJson) {
        out.println(serverSuccess.envelope());
      }
    }

    /** Prints the text, unless JSON is requested. */
    void printText(String text) {
      if (!isJson) {
        out.print(text);
      }
    }
  }

  /** Runs the call, prints failures and returns the exit code. */
  static int run(ParseResult parsed, CommandContext commandContext, ServerCall serverCall) {
    ServerAddress serverAddress = ClientOptions.route(parsed, commandContext);
    PrintWriter out = new PrintWriter(commandContext.out(), false, StandardCharsets.UTF_8);
    boolean isJson = parsed.hasMatchedOption(ClientOptions.JSON);
    boolean isSuccess = false;
    String name = parsed.commandSpec().qualifiedName();
    try (ApiClient apiClient = new ApiClient(serverAddress)) {
      isSuccess = serverCall.execute(apiClient, new AnswerPrinter(out, isJson));
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
    return isSuccess ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
