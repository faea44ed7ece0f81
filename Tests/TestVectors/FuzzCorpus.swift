// SPDX-License-Identifier: Apache-2.0
import Testing

/// The inputs that fuzzing found worth keeping, one in each line of the files in
/// Tests/Vectors/fuzz.
package enum FuzzCorpus {
  package static func inputs(_ target: String) throws -> [[UInt8]] {
    try VectorFile.lines("fuzz/\(target).txt").filter { !$0.isEmpty && !$0.hasPrefix("#") }
      .map { line in
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
