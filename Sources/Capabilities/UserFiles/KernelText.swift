// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Reads small text files that the kernel provides, such as files in /proc.
package enum KernelText {
  /// Returns the first 4096 bytes of a file as text, or an empty string if it cannot be read.
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

  /// The memory in bytes that programs of this machine could still allocate.
  ///
  /// Zero if the kernel does not report this number.
  package static var availableMemory: Int64 {
    for line in read("/proc/meminfo").split(separator: "\n") where line.hasPrefix("MemAvailable:") {
      let number = line.drop { !$0.isNumber }.prefix { $0.isNumber }
      return (Int64(number) ?? 0) * 1024
    }
    return 0
  }
}
