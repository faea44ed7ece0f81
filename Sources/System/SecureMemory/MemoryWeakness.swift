// SPDX-License-Identifier: Apache-2.0

/// The protections of secret memory that the system refused, which `security check` reports.
package struct MemoryWeakness: OptionSet, Sendable {
  /// The set as bits: one bit for each refused protection.
  package let rawValue: UInt8

  /// Creates a set of weaknesses from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Pages may be written to swap: mlock(2) was refused (RLIMIT_MEMLOCK).
  package static let swappable = MemoryWeakness(rawValue: 1)
  /// Pages may appear in a core dump: MADV_DONTDUMP was refused.
  package static let dumpable = MemoryWeakness(rawValue: 2)
  /// A forked child can read the secrets: MADV_WIPEONFORK was refused (kernel older than 4.14).
  package static let inherited = MemoryWeakness(rawValue: 4)
  /// There were more or larger secrets at once than may be locked, so some may be written to swap.
  package static let spilled = MemoryWeakness(rawValue: 8)

  /// An English sentence for each weakness in the set, for an administrator.
  package var words: [String] {
    var words: [String] = []
    if contains(.swappable) {
      words.append("memory for secrets is not locked and may reach swap: the system refused mlock")
    }
    if contains(.dumpable) {
      words.append("memory for secrets may reach core dumps: the system refused madvise")
    }
    if contains(.inherited) {
      words.append("forked children see memory for secrets: the system refused madvise")
    }
    if contains(.spilled) {
      words.append("there were more secrets at once than can be locked: some may have reached swap")
    }
    return words
  }
}
