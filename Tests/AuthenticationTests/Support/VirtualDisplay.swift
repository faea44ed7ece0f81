// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience

/// A display in memory, with a free number, and a user who types there.
final class VirtualDisplay {
  static let isInstalled = ["Xvfb", "xdotool"].allSatisfy { program in
    unsafe access("/usr/bin/\(program)", X_OK) == 0
  }

  private let folder = TemporaryDirectory()
  private let server: SystemProgram
  let name: String

  init() throws {
    let log = folder.file("number")
    server = try SystemProgram(
      // Without -noreset the server restarts after its last client, and drops new clients
      // meanwhile.
      [
        "Xvfb", "-displayfd", "1", "-nolisten", "tcp", "-noreset", "-screen", "0", "800x600x24",
      ],
      environment: ["HOME": folder.path], log: log)
    _ = Patience.wait { Self.number(log) != nil }
    guard let number = Self.number(log) else {
      throw PrivateBus.Failure(text: "no display: \(folder.text("number"))")
    }
    name = ":\(number)"
  }

  private static func number(_ log: String) -> String? {
    (try? String(contentsOfFile: log, encoding: .utf8))?.split(separator: "\n")
      .map(String.init).last { Int($0) != nil }
  }

  /// Waits until a window is visible, or until no window is.
  func waitForWindow(_ isThere: Bool = true, within limit: Duration = Patience.limit) -> Bool {
    Patience.wait(within: limit) {
      (tool(["search", "--onlyvisible", "--name", "."]) == 0) == isThere
    }
  }

  /// Waits for a window and types a text and Return there.
  func answer(_ text: String) -> Bool {
    // A new window does not listen at once.
    waitForWindow() && pause() && tool(["type", "--delay", "20", text]) == 0 && press("Return")
  }

  func press(_ key: String) -> Bool { tool(["key", key]) == 0 }

  /// Waits a second, because no event tells when a window begins to listen.
  func pause() -> Bool {
    Patience.pause(.seconds(1))
    return true
  }

  private func tool(_ words: [String]) -> Int32? {
    try? SystemProgram(
      ["xdotool"] + words, environment: ["DISPLAY": name, "HOME": folder.path],
      log: folder.file("tool")
    ).status()
  }
}
