// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reads the files in Tests/Vectors.
enum VectorFile {
  /// Returns the lines of `Tests/Vectors/<path>`, or an empty array if the file does not exist.
  static func lines(_ path: String) -> [String] {
    let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    guard let file = unsafe fopen("/\(tests)/Vectors/\(path)", "r") else { return [] }
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
