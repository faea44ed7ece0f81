// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience

/// A program of the system that runs beside a test, and ends with this object.
final class SystemProgram {
  private let process = Process()

  init(_ words: [String], environment: [String: String] = [:], log: String) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": AbsentPath.path]
      .merging(environment) { $1 }
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    process.standardOutput = file
    process.standardError = file
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    end()
  }

  var isRunning: Bool { process.isRunning }

  func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  func end() {
    guard process.isRunning else { return }
    signal(SIGCONT)
    signal(SIGKILL)
    process.waitUntilExit()
  }

  /// Waits for the end and returns the exit status, or nil if it still runs at the deadline.
  func status() -> Int32? {
    guard Patience.wait(until: { !process.isRunning }) else { return nil }
    return process.terminationStatus
  }
}
