// SPDX-License-Identifier: Apache-2.0
import Foundation

/// An error in the benchmark itself.
struct BenchError: Error {
  let what: String
}

/// The directory for all files.
///
/// The run removes the directory at its end unless the user gave it.
struct Scratch {
  let path: String
  /// True if the user gave the directory, so that filled stores stay for the next run.
  let isKept: Bool

  init(_ given: String?) throws {
    if let given {
      try FileManager.default.createDirectory(atPath: given, withIntermediateDirectories: true)
      (path, isKept) = (given, true)
      return
    }
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((parent + "/latchkey-bench-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { throw BenchError(what: "no scratch directory") }
    (path, isKept) = (String(cString: made), false)
  }

  /// Removes a file or folder in the directory.
  func remove(_ name: String) throws {
    let place = path + "/" + name
    if FileManager.default.fileExists(atPath: place) {
      try FileManager.default.removeItem(atPath: place)
    }
  }

  func removeAll() {
    if !isKept { try? FileManager.default.removeItem(atPath: path) }
  }
}
