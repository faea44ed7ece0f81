// SPDX-License-Identifier: Apache-2.0
import Glibc

/// One stretch of a process's memory, as /proc/PID/smaps describes it.
struct Mapping {
  let range: Range<Int>
  let isWritable: Bool
  /// Left out of core dumps (MADV_DONTDUMP).
  let isHidden: Bool

  static func all(of process: pid_t) throws -> [Mapping] {
    var mappings: [Mapping] = []
    var head: (range: Range<Int>, isWritable: Bool)?
    for line in try text(process).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let first = words.first else { continue }
      let bounds = first.split(separator: "-").compactMap { Int($0, radix: 16) }
      if bounds.count == 2, words.count > 1 {
        head = (bounds[0]..<bounds[1], words[1].contains("w"))
      } else if first == "VmFlags:", let found = head {
        mappings.append(
          Mapping(
            range: found.range, isWritable: found.isWritable, isHidden: words.contains("dd")))
      }
    }
    return mappings
  }

  private static func text(_ process: pid_t) throws -> String {
    guard let file = unsafe fopen("/proc/\(process)/smaps", "r") else {
      throw DumpedWorker.Failure(text: "no list of mappings")
    }
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
