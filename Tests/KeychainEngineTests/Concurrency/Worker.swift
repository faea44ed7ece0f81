// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestPatience
import Testing

/// The built `StoreWorker`, a process of its own on a store.
struct Worker {
  struct Failure: Error {
    let text: String
  }

  /// The directory of the test bundle, where the programs are, or the one of LATCHKEY_PROGRAMS, for
  /// programs of a release build.
  static let programs: String = {
    if let named = ProcessInfo.processInfo.environment["LATCHKEY_PROGRAMS"] { return named }
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    return URL(fileURLWithPath: executable ?? "/").deletingLastPathComponent().path
  }()

  /// The directory of the store.
  let home: String
  /// `StoreWorker` or `security`.
  var program = "StoreWorker"
  /// Further variables of the environment.
  var variables: [String: String] = [:]

  /// Runs a task to its end.
  ///
  /// - Returns: the exit status, or 128 and the number of the signal; and what was printed.
  @discardableResult
  func run(_ arguments: String...) throws -> (status: Int32, output: String) {
    try start(arguments).finish()
  }

  /// Starts a task.
  func start(_ arguments: [String], input: Pipe? = nil) throws -> Running {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.programs + "/" + program)
    process.arguments = arguments
    process.environment = ["LATCHKEY_HOME": home, "HOME": home].merging(variables) { $1 }
    let output = NSTemporaryDirectory() + "latchkey-output-" + UUID().uuidString
    _ = FileManager.default.createFile(atPath: output, contents: nil)
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = process.standardOutput
    process.standardInput = input ?? FileHandle.nullDevice
    try process.run()
    return Running(process: process, output: output)
  }

  /// A task that runs.
  final class Running: @unchecked Sendable {
    let process: Process
    private let output: String

    init(process: Process, output: String) {
      self.process = process
      self.output = output
    }

    deinit { removeFolder(output) }

    /// What was printed so far.
    var text: String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }

    /// Waits until something was printed that begins so.
    func wait(for word: String) throws {
      func isPrinted() -> Bool {
        text.split(separator: "\n").contains { $0.hasPrefix(word) }
      }
      _ = Patience.wait { isPrinted() || !process.isRunning }
      guard isPrinted() else { throw Failure(text: "\(word) was not printed, but: \(text)") }
    }

    /// Waits for the end; a task that hangs is ended and a failure.
    func finish() throws -> (status: Int32, output: String) {
      guard Patience.wait(until: { !process.isRunning }) else {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        throw Failure(text: "still running after \(Patience.limit): \(text)")
      }
      process.waitUntilExit()
      let isSignal = process.terminationReason == .uncaughtSignal
      return (isSignal ? 128 + process.terminationStatus : process.terminationStatus, text)
    }
  }
}
