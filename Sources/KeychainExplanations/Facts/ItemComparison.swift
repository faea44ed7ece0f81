// SPDX-License-Identifier: Apache-2.0

/// What an item has where a value is looked for (spec/diagnostics.md 1.6).
package enum ItemComparison: Hashable, Sendable {
  case same
  /// The same but for its form: which difference, in words.
  case form(String)
  case differs
  case isEmpty
  case isNotStored
  /// It cannot be told while the item is closed.
  case unknown
}
