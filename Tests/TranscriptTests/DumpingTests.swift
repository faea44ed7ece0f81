// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// What the kernel was told about a running `security` (DESIGN promise 7).
@Suite("security and core dumps") struct DumpingTests {
  /// The line of /proc/PID/limits about cores, its words apart.
  private func coreLimit(of process: pid_t) -> [Substring] {
    let bytes = (try? Files.read("/proc/\(process)/limits")) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("Max core file size") }?.split(separator: " ") ?? []
  }

  @Test("no core of it may be written, and no program of its user may look into it")
  func refused() throws {
    let home = try TemporaryFolder()
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    unsafe posix_spawn_file_actions_addclose(&actions, ends[1])
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    let process = try unsafe Program(home: home.path).start(["-i"], &actions)
    close(ends[0])
    var limit: [Substring] = []
    for _ in 0..<2000 {
      limit = coreLimit(of: process)
      // The soft limit may be 0 before, so that only the hard one tells.
      if limit.dropFirst(4).prefix(2) == ["0", "0"] { break }
      usleep(5_000)
    }
    #expect(limit.dropFirst(4).prefix(2) == ["0", "0"])
    // A process that may not be dumped belongs to root in /proc: its user can open nothing there.
    var status = stat()
    #expect(unsafe stat("/proc/\(process)/mem", &status) == 0)
    #expect(status.st_uid == 0)
    close(ends[1])
    #expect(try Program.wait(for: process) == 0)
  }
}
