// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory
import Testing

/// Tests that the arguments of `main` equal those that the kernel has recorded.
@Suite("arguments of the program") struct ProgramArgumentsTests {
  private static func noted() throws -> [[UInt8]] {
    let file = unsafe try #require(fopen("/proc/self/cmdline", "r"))
    defer { unsafe fclose(file) }
    var content: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&part, 1, part.count, file)
      guard count > 0 else { break }
      content += part[..<count]
    }
    // Each argument ends with a zero byte, even an empty one.
    let parts = content.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    return parts.map { Array($0) }
  }

  @Test("they are those of this process, its name apart")
  func own() throws {
    let noted = try Self.noted()
    #expect(!noted.isEmpty)
    #expect(ProgramArguments.bytes == Array(noted.dropFirst()))
    #expect(ProgramArguments.texts.map { Array($0.utf8) } == ProgramArguments.bytes)
    #expect(ProgramArguments.programName == noted.first.map { String(decoding: $0, as: UTF8.self) })
    let isOption = noted.count > 1 && noted[1].first == UInt8(ascii: "-")
    #expect(ProgramArguments.beginWithOption == isOption)
  }
}
