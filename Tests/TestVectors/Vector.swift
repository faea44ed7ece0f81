// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// One case of a vector file: `name: value` lines, the last of which is the expected result.
package struct Vector: Sendable, CustomTestStringConvertible {
  package let fields: [String: String]

  package init(fields: [String: String]) { self.fields = fields }

  package var testDescription: String { fields["name"] ?? "unnamed" }
  package var expect: String { fields["expect"] ?? "nothing" }

  /// Returns the bytes of a hexadecimal field.
  package func bytes(_ name: String) throws -> [UInt8] {
    let digits = Array(try #require(fields[name], "\(name) of \(testDescription)").utf8)
    try #require(digits.count % 2 == 0)
    return try stride(from: 0, to: digits.count, by: 2).map { place in
      let text = String(decoding: digits[place...place + 1], as: UTF8.self)
      return try #require(UInt8(text, radix: 16))
    }
  }

  package func number(_ name: String) throws -> Int {
    try #require(fields[name].flatMap { Int($0) })
  }

  /// Returns the cases of `Tests/Vectors/<path>`, which are separated by blank lines.
  package static func all(_ path: String) -> [Vector] {
    var cases: [Vector] = []
    var fields: [String: String] = [:]
    for line in VectorFile.lines(path) + [""] where !line.hasPrefix("#") {
      if line.isEmpty {
        if !fields.isEmpty { cases.append(Vector(fields: fields)) }
        fields = [:]
      } else if let colon = line.firstIndex(of: ":") {
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        fields[String(line[..<colon])] = String(value)
      }
    }
    return cases
  }
}
