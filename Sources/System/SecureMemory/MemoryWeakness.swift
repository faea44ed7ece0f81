// SPDX-License-Identifier: Apache-2.0

/// What the system would not grant to memory for secrets, so that `security check` can say it.
package struct MemoryWeakness: OptionSet, Sendable {
  /// One bit for each weakness.
  package let rawValue: UInt8

  /// A set by its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Pages may go to swap: mlock(2) was refused (RLIMIT_MEMLOCK).
  package static let swappable = MemoryWeakness(rawValue: 1)
  /// Pages may appear in a core dump: MADV_DONTDUMP was refused.
  package static let dumpable = MemoryWeakness(rawValue: 2)
  /// A forked child sees the content: MADV_WIPEONFORK was refused (kernel older than 4.14).
  package static let inherited = MemoryWeakness(rawValue: 4)
  /// More or larger secrets lived at once than may be locked; the others could go to swap.
  package static let spilled = MemoryWeakness(rawValue: 8)

  /// A sentence for each weakness, for an administrator.
  package var words: [String] {
    var words: [String] = []
    if contains(.swappable) {
      words.append("memory for secrets is not locked and may reach swap: mlock was refused")
    }
    if contains(.dumpable) {
      words.append("memory for secrets may reach core dumps: madvise was refused")
    }
    if contains(.inherited) {
      words.append("forked children see memory for secrets: madvise was refused")
    }
    if contains(.spilled) {
      words.append("more secrets lived at once than are locked: the others may have reached swap")
    }
    return words
  }
}
