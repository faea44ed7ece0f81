// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Inputs that fuzzing found worth keeping, a line each in Tests/Vectors/fuzz.
enum FuzzCorpus {
  static func inputs(_ target: String, from file: String = #filePath) throws -> [[UInt8]] {
    let tests = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let path = tests.appendingPathComponent("Vectors/fuzz/\(target).txt")
    let text = try String(contentsOf: path, encoding: .utf8)
    return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      var bytes: [UInt8] = []
      var place = line.startIndex
      while place < line.endIndex {
        let next = try #require(
          line.index(place, offsetBy: 2, limitedBy: line.endIndex), "whole bytes in \(target)")
        bytes.append(try #require(UInt8(line[place..<next], radix: 16)))
        place = next
      }
      return bytes
    }
  }
}
