// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Files that the kernel writes while they are read.
///
/// They have no size, and come in pieces.
enum KernelFile {
  struct Failure: Error {
    let path: String
  }

  static func text(_ path: String) throws -> String {
    guard let file = unsafe fopen(path, "r") else { throw Failure(path: path) }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
