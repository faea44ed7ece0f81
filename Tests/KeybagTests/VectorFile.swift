// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// One case of a vector file: `name: value` lines, the last of which says what to expect.
struct Vector: Sendable, CustomTestStringConvertible {
  let fields: [String: String]

  var testDescription: String { fields["name"] ?? "unnamed" }
  var expect: String { fields["expect"] ?? "nothing" }

  /// The bytes of a hexadecimal field.
  func bytes(_ name: String) throws -> [UInt8] {
    let digits = Array(try #require(fields[name], "\(name) of \(testDescription)").utf8)
    try #require(digits.count % 2 == 0)
    return try stride(from: 0, to: digits.count, by: 2).map { place in
      let text = String(decoding: digits[place...place + 1], as: UTF8.self)
      return try #require(UInt8(text, radix: 16))
    }
  }

  func number(_ name: String) throws -> Int {
    try #require(fields[name].flatMap { Int($0) })
  }

  /// The cases of `Tests/Vectors/<path>`, which blank lines part.
  static func all(_ path: String, testFile: String = #filePath) -> [Vector] {
    let tests = testFile.split(separator: "/").dropLast(2).joined(separator: "/")
    var cases: [Vector] = []
    var fields: [String: String] = [:]
    for line in lines("/\(tests)/Vectors/\(path)") + [""] where !line.hasPrefix("#") {
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

  private static func lines(_ path: String) -> [String] {
    guard let file = unsafe fopen(path, "r") else { return [] }
    defer { unsafe fclose(file) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = unsafe fread(&buffer, 1, buffer.count, file), count > 0 {
      content += buffer[..<count]
    }
    return String(decoding: content, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
