// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Facts about a process from the kernel.
struct ProcessFacts {
  private let directory: String

  init(_ process: Int? = nil) { directory = "/proc/" + (process.map { "\($0)" } ?? "self") }

  /// The number of bytes handed to write calls so far.
  var bytesWritten: Int64 { number(after: "wchar:", in: "io") }

  /// The peak of resident memory, in kilobytes.
  var residentPeak: Int64 { number(after: "VmHWM:", in: "status") }

  private func number(after word: String, in file: String) -> Int64 {
    guard let text = try? String(contentsOfFile: "\(directory)/\(file)", encoding: .utf8) else {
      return 0
    }
    let line = text.split(separator: "\n").first { $0.hasPrefix(word) }
    let words = line?.split(whereSeparator: \.isWhitespace) ?? []
    return words.count > 1 ? Int64(words[1]) ?? 0 : 0
  }
}
