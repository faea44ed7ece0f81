// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reads, copies and removes directories and files, by the C library.
enum TortureFiles {
  static func text(_ path: String) -> String {
    String(decoding: bytes(path), as: UTF8.self)
  }

  static func bytes(_ path: String) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var result: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(file, &part, part.count)
      guard count > 0 else { return result }
      result += part[..<count]
    }
  }

  static func write(_ bytes: [UInt8], to path: String) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    _ = unsafe Glibc.write(file, bytes, bytes.count)
    close(file)
  }

  /// The names in a directory, without `.` and `..`.
  static func names(_ directory: String) -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
        unsafe String(cString: UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  static func copy(_ directory: String, to target: String) {
    unsafe mkdir(target, 0o700)
    for name in names(directory) {
      write(bytes(directory + "/" + name), to: target + "/" + name)
    }
  }

  /// Removes a directory of files.
  static func remove(_ directory: String) {
    for name in names(directory) { unsafe unlink(directory + "/" + name) }
    unsafe rmdir(directory)
  }
}
