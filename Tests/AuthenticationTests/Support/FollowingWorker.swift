// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience

/// Runs `security lock-store --follow-session` on a store, and reads its output.
final class FollowingWorker {
  let worker: PromptWorker

  /// Starts the command and waits until it follows the session.
  init(_ directory: String, on bus: PrivateBus) throws {
    worker = try PromptWorker(
      ["lock-store", "--follow-session"], program: "security",
      environment: [
        "LATCHKEY_HOME": directory, "LATCHKEY_PROMPT_HELPER": try bus.helper(),
        "DBUS_SESSION_BUS_ADDRESS": bus.address,
      ])
    guard says("following") else { throw PrivateBus.Failure(text: "silent: \(worker.output)") }
  }

  /// The lines of its output so far.
  var lines: [String] { worker.output.split(separator: "\n").map(String.init) }

  /// Waits until a line was printed this many times.
  func says(_ line: String, times: Int = 1) -> Bool {
    Patience.wait { lines.filter { $0 == line }.count >= times }
  }
}
