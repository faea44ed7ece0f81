// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// One case of a vector file: lines `name: value`, of which the last is the expected result.
struct Vector: Sendable, CustomTestStringConvertible {
  let fields: [(String, String)]

  subscript(name: String) -> String? { fields.first { $0.0 == name }?.1 }
  var testDescription: String { self["name"] ?? "unnamed" }
  var expect: String { self["expect"] ?? "nothing" }

  /// Returns the bytes of a hexadecimal field.
  func bytes(_ name: String) throws -> [UInt8] {
    let text = try #require(self[name], "\(name) of \(testDescription)")
    return try #require(decoded(hexadecimal: text))
  }

  /// Returns the cases of `Tests/Vectors/<path>`, separated by blank lines.
  ///
  /// Empty if there is no file.
  static func all(_ path: String, testFile: String = #filePath) -> [Vector] {
    let text = file(path, testFile: testFile)
    return text.components(separatedBy: "\n\n").compactMap { block in
      let fields = block.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
        line.firstIndex(of: ":").map { colon in
          (String(line[..<colon]), String(line[colon...].dropFirst(2)))
        }
      }
      return fields.isEmpty ? nil : Vector(fields: fields)
    }
  }

  /// Returns the text of `Tests/Vectors/<path>`.
  static func file(_ path: String, testFile: String = #filePath) -> String {
    let tests = URL(fileURLWithPath: testFile)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.appendingPathComponent("Vectors/" + path)
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }
}
