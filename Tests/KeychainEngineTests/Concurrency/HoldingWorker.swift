// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A `StoreWorker hold`: another process that keeps a resource of a store until it is released.
final class HoldingWorker {
  private let running: Worker.Running
  private let input = Pipe()

  /// Starts the process, and waits until it has the resource.
  init(_ what: String, home: String) throws {
    running = try Worker(home: home).start(["hold", what], input: input)
    try running.wait(for: "holding")
  }

  var hasLetGo: Bool { running.text.contains("over") }

  /// Lets the process go on, and returns its exit status and output.
  func release() throws -> (status: Int32, output: String) {
    try input.fileHandleForWriting.write(contentsOf: Data([0]))
    return try running.finish()
  }

  deinit {
    guard running.process.isRunning else { return }
    kill(running.process.processIdentifier, SIGKILL)
    running.process.waitUntilExit()
  }
}
