// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The memory that this process uses now, and its peak, in kB as the kernel counts.
struct ResidentSize {
  let now: Int
  let peak: Int

  static func now() -> ResidentSize {
    var text: [UInt8] = []
    let file = unsafe open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe read(file, bytes.baseAddress, bytes.count)
      }
      guard count > 0 else { break }
      text += buffer[..<count]
    }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    func number(_ name: String) -> Int {
      let line = lines.first { $0.hasPrefix(name + ":") }
      return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
    return ResidentSize(now: number("VmRSS"), peak: number("VmHWM"))
  }
}
