// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reads, writes and changes whole files, for tests that damage them.
enum Files {
  static func read(_ path: String) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = unsafe Glibc.read(descriptor, &buffer, buffer.count), count > 0 {
      result += buffer[..<count]
    }
    return result
  }

  /// Returns the log of a database up to its last frame, without the zeros that were appended in
  /// advance.
  static func log(of path: String, pageSize: Int = 512) -> [UInt8] {
    let bytes = read(path + "-wal")
    let step = 24 + pageSize
    let starts = stride(from: 32, through: bytes.count - step, by: step)
    let frames = starts.prefix { bytes[$0..<$0 + 4].contains { $0 != 0 } }.count
    return Array(bytes.prefix(32 + frames * step))
  }

  static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) {
    unsafe unlink(path)
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, mode)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes[done...].withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return }
      done += count
    }
  }

  /// Writes into a file that others hold open.
  static func overwrite(_ path: String, _ bytes: [UInt8]) {
    let descriptor = unsafe open(path, O_RDWR)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = unsafe pwrite(descriptor, bytes, bytes.count, 0)
  }

  static func remove(_ path: String) { unsafe unlink(path) }

  /// Changes one byte of a file in place.
  static func patch(_ path: String, at place: Int, _ change: (UInt8) -> UInt8) {
    let descriptor = unsafe open(path, O_RDWR)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var byte: UInt8 = 0
    guard unsafe pread(descriptor, &byte, 1, place) == 1 else { return }
    byte = change(byte)
    _ = unsafe pwrite(descriptor, &byte, 1, place)
  }

  static func size(_ path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
