// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that the guide "Why did my keychain call fail?" shows real output.
///
/// Each of its lines is a line of a transcript, and the transcripts are run.
@Suite("the guide of failures") struct GuideTests {
  /// Returns the lines of output that the transcripts expect.
  private static func expected() throws -> [String] {
    try TranscriptTests.names.flatMap { name in
      try TranscriptTests.text(of: name).split(separator: "\n").compactMap { line in
        line.hasPrefix("> ") || line.hasPrefix("! ") ? String(line.dropFirst(2)) : nil
      }
    }
  }

  /// Returns the blocks of the guide: a command and the shown part of its output.
  private static func blocks() throws -> [[Substring]] {
    let place =
      #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
      .joined(separator: "/") + "/Documentation/Guides/keychain-failures.md"
    let text = String(decoding: try Files.read(place), as: UTF8.self)
    let parts = text.split(separator: "```", omittingEmptySubsequences: false)
    return parts.indices.filter { !$0.isMultiple(of: 2) }.map { parts[$0].split(separator: "\n") }
  }

  @Test("seven entries, and every line that they show is real") func lines() throws {
    let blocks = try Self.blocks()
    #expect(blocks.count == 7)
    let expected = Set(try Self.expected())
    for block in blocks {
      #expect(block.first?.hasPrefix("$ security explain ") == true)
      for line in block.dropFirst() {
        let isReal = expected.contains { Expectation.matches("\(line)\n", [$0], home: "") }
        #expect(isReal, "\(line)")
      }
    }
  }
}
