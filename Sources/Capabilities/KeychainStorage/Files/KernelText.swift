// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// What the kernel tells in small files of text.
package enum KernelText {
  /// The text, as far as 4 kB go; empty where there is none.
  package static func read(_ path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Bytes of memory that programs could have now; 0 where the kernel does not tell.
  package static var availableMemory: Int64 {
    for line in read("/proc/meminfo").split(separator: "\n") where line.hasPrefix("MemAvailable:") {
      let number = line.drop { !$0.isNumber }.prefix { $0.isNumber }
      return (Int64(number) ?? 0) * 1024
    }
    return 0
  }
}
