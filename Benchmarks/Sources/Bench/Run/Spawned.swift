// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Runs other programs to their end, to time them or to read their output.
enum Spawned {
  /// Returns the nanoseconds that a program takes.
  ///
  /// Its output is thrown away.
  static func time(_ words: [String], _ environment: [String]) throws -> Int64 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [CInt(0), 1, 2] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    var status: CInt = 0
    let began = monotonic()
    guard posix_spawn(&process, words[0], &actions, nil, &arguments, &variables) == 0 else {
      throw BenchError(what: "\(words[0]) does not start")
    }
    waitpid(process, &status, 0)
    let took = monotonic() - began
    guard status == 0 else { throw BenchError(what: "\(words[0]) ended with status \(status)") }
    return took
  }

  /// Runs a program and returns its output.
  @discardableResult
  static func run(_ words: [String], _ environment: [String: String]? = nil) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    if let environment { process.environment = environment }
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchError(what: "\(words[0]) ended with \(process.terminationStatus)")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
