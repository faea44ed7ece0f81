// SPDX-License-Identifier: Apache-2.0
import Glibc

/// One range of a process's memory, as /proc/PID/smaps describes it.
struct Mapping {
  let range: Range<Int>
  let isWritable: Bool
  /// True if core dumps leave the range out (MADV_DONTDUMP).
  let isHidden: Bool

  static func all(of process: pid_t) throws -> [Mapping] {
    var mappings: [Mapping] = []
    var head: (range: Range<Int>, isWritable: Bool)?
    for line in try KernelFile.text("/proc/\(process)/smaps").split(separator: "\n") {
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
}
