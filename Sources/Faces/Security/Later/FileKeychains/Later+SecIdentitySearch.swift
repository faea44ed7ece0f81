// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecIdentitySearch.h that Latchkey does not implement yet.

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public final class SecIdentitySearch: Hashable, Sendable {
  init() {}

  /// True if `left` and `right` are one object.
  public static func == (left: SecIdentitySearch, right: SecIdentitySearch) -> Bool {
    left === right
  }

  /// Hashes the identity of the object, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
