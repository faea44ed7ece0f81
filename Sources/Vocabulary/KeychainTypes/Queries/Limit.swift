// SPDX-License-Identifier: Apache-2.0

/// The number of matches that a caller wants.
package struct Limit: Hashable, Sendable {
  /// The maximum number of matches that a caller wants; nil for all matches.
  package let count: Int?
  /// True if this is the default of the call, false if the caller's dictionary has `kSecMatchLimit`
  /// (Specification/diagnostics.md, "Facts of a call", F4).
  package let isImplied: Bool

  package init(count: Int?, isImplied: Bool = false) {
    self.count = count
    self.isImplied = isImplied
  }

  package static let one = Limit(count: 1)
  package static let all = Limit(count: nil)
  /// True if the limit is one match; the caller then receives a single value and not an array.
  package var isSingle: Bool { count == 1 }
}
