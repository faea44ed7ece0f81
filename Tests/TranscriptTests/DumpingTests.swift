// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestPatience
import Testing

/// Tests of the settings that a running `security` makes in the kernel, and of its freed memory
/// (Specification/design.md, "Promises", 7).
@Suite("security and core dumps") struct DumpingTests {
  /// Returns the words of the line about core files in /proc/PID/limits.
  private func coreLimit(of process: pid_t) -> [Substring] {
    let bytes = (try? Files.read("/proc/\(process)/limits")) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("Max core file size") }?.split(separator: " ") ?? []
  }

  @Test("no core of it may be written, and no program of its user may look into it")
  func refused() throws {
    let home = try TemporaryFolder()
    let (process, input) = try session(in: home)
    var limit: [Substring] = []
    let isZero = Patience.wait {
      limit = coreLimit(of: process)
      // Only the hard limit is evidence, since the soft limit may already be 0.
      return limit.dropFirst(4).prefix(2) == ["0", "0"]
    }
    #expect(isZero, "\(limit)")
    // /proc gives an undumpable process to root, so its user cannot open its memory.
    var status = stat()
    #expect(unsafe stat("/proc/\(process)/mem", &status) == 0)
    #expect(status.st_uid == 0)
    close(input)
    #expect(try Program.wait(for: process) == 0)
  }

  @Test(
    "nothing of a line with a secret stays in what a session has freed",
    .enabled(if: geteuid() == 0, "only root may look into it"),
    .disabled(
      if: unsafe getenv("LATCHKEY_SANITIZER") != nil, "the sanitizers' own memory is dumped too"))
  func lines() throws {
    let home = try TemporaryFolder()
    let (process, input) = try session(in: home)
    let lines =
      (0..<30).map { number in
        // Short secrets, and long ones in blocks that the C library keeps apart.
        let secret = String(
          repeating: "QZ-secret-\(number)-QZ.", count: number % 2 == 0 ? 1 : number)
        return "add-generic-password -a a\(number) -s s -w \(secret)\n"
      }
      + (0..<60).map { "find-generic-password -a a\($0 % 30) -s s\n" }
    let text = Array(lines.joined().utf8)
    #expect(unsafe write(input, text, text.count) == text.count)
    // If the last item exists, all lines with secrets have been read.
    let program = Program(home: home.path)
    let isRead = try Patience.wait {
      try program.run(["find-generic-password", "-a", "a29", "-s", "s"]).status == 0
    }
    #expect(isRead)
    // The end of the other lines cannot be seen, so the test waits for them.
    Patience.pause(.milliseconds(500))
    let maps = String(decoding: try Files.read("/proc/\(process)/maps"), as: UTF8.self)
    let memory = unsafe open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
    defer { close(memory) }
    var found = 0
    for line in maps.split(separator: "\n") where line.contains(" rw") {
      let bounds = line.split(separator: " ")[0].split(separator: "-")
      guard let start = Int(bounds[0], radix: 16), let end = Int(bounds[1], radix: 16) else {
        continue
      }
      var bytes = [UInt8](repeating: 0, count: end - start)
      let count = unsafe pread(memory, &bytes, bytes.count, start)
      found += Self.count(of: Array("QZ-secret-".utf8), in: bytes.prefix(max(0, count)))
    }
    // The input buffer stays in use, and by now holds only lines without secrets.
    #expect(found == 0)
    close(input)
    #expect(try Program.wait(for: process) == 0)
  }

  private static func count(of word: [UInt8], in bytes: ArraySlice<UInt8>) -> Int {
    unsafe bytes.withUnsafeBytes { all in
      var number = 0
      var start = 0
      while start + word.count <= all.count, let base = all.baseAddress,
        let next = unsafe memchr(base + start, Int32(word[0]), all.count - word.count + 1 - start)
      {
        if unsafe memcmp(next, word, word.count) == 0 { number += 1 }
        unsafe start = UnsafeRawPointer(next) - base + 1
      }
      return number
    }
  }

  /// Starts `security -i` on the store in a folder, and returns the descriptor of its input.
  private func session(in home: TemporaryFolder) throws -> (process: pid_t, input: Int32) {
    var ends: [Int32] = [0, 0]
    // Closed on exec: programs that other tests start must not inherit the ends.
    #expect(unsafe pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    unsafe posix_spawn_file_actions_addclose(&actions, ends[1])
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    let process = try unsafe Program(home: home.path).start(["-i"], &actions)
    close(ends[0])
    return (process, ends[1])
  }
}
