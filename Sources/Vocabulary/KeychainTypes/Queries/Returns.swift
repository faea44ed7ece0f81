// SPDX-License-Identifier: Apache-2.0

/// What a caller wants back: the four return keys (spec/secitem.md 1.5, 4.3).
package struct Returns: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let secret = Returns(rawValue: 1)
  package static let attributes = Returns(rawValue: 2)
  package static let reference = Returns(rawValue: 4)
  package static let persistentReference = Returns(rawValue: 8)

  /// Whether attributes have to be given back: when they or an object are asked for, and with the
  /// secret and the reference together (spec/secitem.md 4.3).
  package var needsAttributes: Bool {
    let plain = Returns.secret.rawValue | Returns.persistentReference.rawValue
    return rawValue & ~plain != 0 || rawValue == plain
  }

  /// Whether the secret has to be given back: when it is asked for, or an object made of it.
  package func needSecret(of itemClass: ItemClass) -> Bool {
    contains(.secret) || contains(.reference) && itemClass.hasObjects
  }
}

/// How many matches a caller wants.
package struct Limit: Hashable, Sendable {
  /// nil: all.
  package let count: Int?
  /// Whether the dictionary said so, or the verb's default applied (fact F4 of diagnostics).
  package let isImplied: Bool

  package init(count: Int?, isImplied: Bool = false) {
    self.count = count
    self.isImplied = isImplied
  }

  package static let one = Limit(count: 1)
  package static let all = Limit(count: nil)
  /// Whether a result is a single value rather than an array.
  package var isSingle: Bool { count == 1 }
}
