// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Runs programs of the system that a test needs.
enum Program {
  /// True if this process may mount file systems.
  static let canMount: Bool = {
    let directory = TemporaryDirectory()
    guard run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", directory.path]) else {
      return false
    }
    return run(["umount", directory.path])
  }()

  /// Runs a program and returns whether it succeeded.
  static func run(_ words: [String]) -> Bool {
    let arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    var child: pid_t = 0
    guard unsafe posix_spawnp(&child, words[0], &actions, nil, arguments, environ) == 0 else {
      return false
    }
    var status: Int32 = 0
    return unsafe waitpid(child, &status, 0) == child && status == 0
  }
}
