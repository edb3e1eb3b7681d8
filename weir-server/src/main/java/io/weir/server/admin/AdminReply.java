// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of an admin command, and its wire format.
 *
 * @param exit the exit code
 * @param out the text for standard output
 * @param err the text for standard error
 */
record AdminReply(int exit, String out, String err) {
  /*
   * In both directions, every item is preceded by its length. A request consists of a version, the number of
   * arguments and the arguments; a reply of the exit code and two texts.
   */
  private static final int VERSION = 1;

  private static final int MAX_ARGUMENTS = 1_100;

  /** The maximum size of a request. A thousand permissions fit. */
  private static final int MAX_REQUEST_BYTES = 256 * 1024;

  /** The maximum size of a reply text. A hundred thousand namespaces with long names fit. */
  private static final int MAX_TEXT_BYTES = 512 * 1024 * 1024;

  static void writeArguments(List<String> arguments, DataOutputStream out) throws IOException {
    out.writeByte(VERSION);
    out.writeInt(arguments.size());
    for (String each : arguments) {
      writeText(each, out);
    }
    out.flush();
  }

  static List<String> readArguments(DataInputStream in) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException("expected version " + VERSION + " of the protocol, but got " + version);
    }
    int count = requireWithin(in.readInt(), MAX_ARGUMENTS);
    List<String> arguments = new ArrayList<>();
    int remaining = MAX_REQUEST_BYTES;
    for (int i = 0; i < count; i++) {
      byte[] text = in.readNBytes(requireWithin(in.readInt(), remaining));
      remaining -= text.length;
      arguments.add(new String(text, StandardCharsets.UTF_8));
    }
    return arguments;
  }

  void write(DataOutputStream to) throws IOException {
    to.writeInt(exit);
    writeText(out, to);
    writeText(err, to);
    to.flush();
  }

  static AdminReply read(DataInputStream in) throws IOException {
    int exit = in.readInt();
    String out = readText(in);
    return new AdminReply(exit, out, readText(in));
  }

  private static void writeText(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readText(DataInputStream in) throws IOException {
    return new String(
        in.readNBytes(requireWithin(in.readInt(), MAX_TEXT_BYTES)), StandardCharsets.UTF_8);
  }

  private static int requireWithin(int length, int max) throws IOException {
    if (length < 0 || length > max) {
      throw new IOException("expected a length of 0 to " + max + ", but got " + length);
    }
    return length;
  }
}
