// SPDX-License-Identifier: Apache-2.0

/// The names of which a store has one row each (spec/sync.md S2).
package enum UniqueName: String, Sendable {
  case slot
  case persistentReference = "persistref"
  case uuid
  /// The row number or a write number was given out twice.
  case number
}
