// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience

/// Runs `PromptWorker`, or another program of the tests, with a terminal or with a file for its
/// output.
final class PromptWorker {
  /// POSIX_SPAWN_SETSIGMASK and SETSID, which the headers show only to GNU programs.
  ///
  /// The first terminal that the process opens becomes its own.
  private static let freshStart: Int16 = 0x08 | 0x80
  static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  let process: pid_t
  private let folder = TemporaryDirectory()
  private(set) var status: Int32?

  /// - Parameters:
  ///   - program: the name of the program.
  ///   - terminal: its controlling terminal and three streams.
  ///     Without one its output goes to a file.
  ///   - environment: environment variables, in addition to the setting of the runtime.
  init(
    _ arguments: [String], program: String = "PromptWorker", terminal: PseudoTerminal? = nil,
    environment: [String: String] = [:]
  ) throws {
    let path = Self.folder.appendingPathComponent(program).path
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    let input = terminal?.path ?? "/dev/null"
    unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDWR, 0)
    if terminal == nil {
      unsafe posix_spawn_file_actions_addopen(
        &actions, 1, folder.file("output"), O_WRONLY | O_CREAT, 0o600)
    } else {
      unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setflags(&attributes, Self.freshStart)
    let words = unsafe ([path] + arguments).map { unsafe strdup($0) }
    // At a terminal the runtime would ask what to do about SIGQUIT.
    let settings = unsafe environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
      .map { unsafe strdup("\($0.key)=\($0.value)") }
    defer { unsafe (words + settings).forEach { unsafe free($0) } }
    var number: pid_t = 0
    let failure = unsafe posix_spawn(
      &number, path, &actions, &attributes, words + [nil], settings + [nil])
    guard failure == 0 else { throw PseudoTerminal.Failure(text: "\(path): \(failure)") }
    process = number
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  var output: String { folder.text("output") }

  /// Waits for the end and returns the exit status, or 128 plus the number of the signal that ended
  /// it.
  ///
  /// Nil if it still runs at the deadline.
  func end(within limit: Duration = Patience.limit) -> Int32? {
    _ = Patience.wait(within: limit) {
      var number: Int32 = 0
      guard unsafe waitpid(process, &number, WNOHANG) == process else { return false }
      status = number & 0x7F == 0 ? number >> 8 & 0xFF : 128 + number & 0x7F
      return true
    }
    return status
  }
}
