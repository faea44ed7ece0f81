// SPDX-License-Identifier: Apache-2.0

/// The kind of a change to one row, as the change history records it (Specification/sync.md,
/// "Seams", S13).
package enum ChangeKind: UInt8, Sendable, CaseIterable {
  case add = 1
  case update = 2
  case delete = 3
  case move = 4
  case apply = 5
  case restore = 6
  case reseal = 7
  case purge = 8
  case movedAside = 9
}

/// A notification of the changes in one transaction, sent once after the transaction is durable
/// (Specification/sync.md, "Seams", S14).
package struct ChangeEvent: Hashable, Sendable {
  package enum Origin: Hashable, Sendable {
    case own
    case remote(incarnation: Identifier16)
  }
  package let classes: Set<ItemClass>
  package let count: Int
  package let highestWrite: Int64
  package let touchesSynchronizable: Bool
  package let origin: Origin

  package init(
    classes: Set<ItemClass>, count: Int, highestWrite: Int64, touchesSynchronizable: Bool,
    origin: Origin = .own
  ) {
    self.classes = classes
    self.count = count
    self.highestWrite = highestWrite
    self.touchesSynchronizable = touchesSynchronizable
    self.origin = origin
  }
}
