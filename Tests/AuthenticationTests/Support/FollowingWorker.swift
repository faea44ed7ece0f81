// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience

/// `security lock-store --follow-session` on a store, and what it says.
final class FollowingWorker {
  let worker: PromptWorker

  /// Waits until it follows.
  init(_ directory: String, on bus: PrivateBus) throws {
    worker = try PromptWorker(
      ["lock-store", "--follow-session"], program: "security",
      environment: [
        "LATCHKEY_HOME": directory, "LATCHKEY_PROMPT_HELPER": try bus.helper(),
        "DBUS_SESSION_BUS_ADDRESS": bus.address,
      ])
    guard says("following") else { throw PrivateBus.Failure(text: "silent: \(worker.output)") }
  }

  /// Its lines so far.
  var lines: [String] { worker.output.split(separator: "\n").map(String.init) }

  /// Waits until it has said a line so often.
  func says(_ line: String, times: Int = 1) -> Bool {
    Patience.wait { lines.filter { $0 == line }.count >= times }
  }
}
