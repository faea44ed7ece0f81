// SPDX-License-Identifier: Apache-2.0

import CodeIdentity
import Foundation
import Glibc
import KeychainTypes
import TestPatience
import Testing

@Suite("Files of programs") struct ProgramFileTests {
  /// Runs a body in a directory of its own, which is removed afterwards.
  private func withDirectory(_ body: (String) throws -> Void) throws {
    let directory = NSTemporaryDirectory() + "latchkey-program-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try body(directory)
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  @Test("digests of files of several sizes agree with those of sha256sum")
  func digest() throws {
    try withDirectory { directory in
      for size in [0, 1, 65_535, 65_536, 65_537, 300_000] {
        let path = "\(directory)/\(size)"
        try write((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }, to: path)
        let digest = try #require(ProgramFile(path: path).digest())
        #expect(HexText.lowerCase(digest) == (try sum(of: path)), "\(size)")
      }
    }
  }

  private func sum(of path: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    process.arguments = [path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(String(decoding: output, as: UTF8.self).prefix(64))
  }

  @Test("a pipe, a directory, a missing file and a relative path have no digest")
  func noDigest() throws {
    try withDirectory { directory in
      #expect(unsafe mkfifo("\(directory)/fifo", 0o600) == 0)
      for path in ["\(directory)/fifo", directory, "\(directory)/missing", "relative", "", "/a\0b"]
      {
        #expect(ProgramFile(path: path).digest() == nil, "\(path)")
        #expect(!ProgramFile(path: path).isRootControlled(), "\(path)")
      }
      #expect(ProgramFile(path: nil).digest() == nil)
      #expect(!ProgramFile(path: nil).isRootControlled())
    }
  }

  @Test("only root can change the system's programs; links and open directories do not count")
  func control() throws {
    let program = ["/usr/bin/sha256sum", "/usr/bin/env"].first {
      ProgramFile(path: $0).isRootControlled()
    }
    #expect(program != nil)
    try withDirectory { directory in
      let path = "\(directory)/program"
      try write([1], to: path)
      // The directory for temporary files may be written by all users.
      #expect(!ProgramFile(path: path).isRootControlled())
      #expect(unsafe symlink("/usr/bin/env", "\(directory)/link") == 0)
      #expect(!ProgramFile(path: "\(directory)/link").isRootControlled())
    }
    #expect(!ProgramFile(path: "/usr/bin/../bin/env").isRootControlled())
    #expect(!ProgramFile(path: "/usr/bin").isRootControlled())
    #expect(!ProgramFile(path: "/").isRootControlled())
  }
}
