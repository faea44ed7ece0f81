// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What went wrong in the harness itself.
struct BenchError: Error {
  let what: String
}

/// A directory that is removed at the end.
struct Scratch {
  let path: String

  init() throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((parent + "/latchkey-bench-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { throw BenchError(what: "no scratch directory") }
    path = String(cString: made)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// Bytes that this process has handed to write calls so far (`wchar` of /proc/self/io).
func bytesWritten() -> Int64 {
  guard let file = fopen("/proc/self/io", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  while fgets(&line, CInt(line.count), file) != nil {
    let words = String(
      decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
    )
    .split(whereSeparator: \.isWhitespace)
    if words.first == "wchar:", let number = words.last.flatMap({ Int64($0) }) { return number }
  }
  return 0
}
