// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestPatience
import Testing

/// Runs the built `StoreWorker`, a separate process on a store.
struct Worker {
  struct Failure: Error {
    let text: String
  }

  /// The directory of the programs: the test bundle's directory, or LATCHKEY_PROGRAMS for programs
  /// of a release build.
  static let programs: String = {
    if let named = ProcessInfo.processInfo.environment["LATCHKEY_PROGRAMS"] { return named }
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    return URL(fileURLWithPath: executable ?? "/").deletingLastPathComponent().path
  }()

  /// The directory of the store.
  let home: String
  /// The program: `StoreWorker` or `security`.
  var program = "StoreWorker"
  /// Additional variables of the environment.
  var variables: [String: String] = [:]

  /// Runs a task to its end.
  ///
  /// - Returns: the exit status, or 128 plus the number of the signal, and the output.
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

  /// A running task.
  final class Running: @unchecked Sendable {
    let process: Process
    private let output: String

    init(process: Process, output: String) {
      self.process = process
      self.output = output
    }

    deinit { removeFolder(output) }

    /// The output so far.
    var text: String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }

    /// Waits until the output has a line that begins with `word`.
    func wait(for word: String) throws {
      func isPrinted() -> Bool {
        text.split(separator: "\n").contains { $0.hasPrefix(word) }
      }
      _ = Patience.wait { isPrinted() || !process.isRunning }
      guard isPrinted() else { throw Failure(text: "\(word) was not printed, but: \(text)") }
    }

    /// Waits for the end.
    ///
    /// A task that hangs is killed, and counts as a failure.
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
