// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory
import TestPatience

/// A directory of a test, removed with everything in it after the test.
final class TemporaryDirectory: Sendable {
  let path: String

  init() {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/latchkey-storage-XXXXXX".utf8CString)
    let made = unsafe mkdtemp(&template).map { unsafe String(cString: $0) }
    path = made ?? AbsentPath.path
  }

  deinit {
    Self.remove(path)
  }

  /// Makes a directory that all tests share, removed when the process ends.
  static func ofProcess() -> TemporaryDirectory {
    let directory = TemporaryDirectory()
    paths.withLock { $0.append(directory.path) }
    _ = removal
    return directory
  }

  private static let paths = Lock<[String]>([])
  private static let removal: Int32 = atexit {
    for path in TemporaryDirectory.paths.withLock({ $0 }) { TemporaryDirectory.remove(path) }
  }

  func file(_ name: String) -> String { path + "/" + name }

  private static func remove(_ path: String) {
    for name in names(in: path) {
      let inner = path + "/" + name
      if unsafe unlink(inner) != 0 { remove(inner) }
    }
    unsafe rmdir(path)
  }

  static func names(in path: String) -> [String] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
