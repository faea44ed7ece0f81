// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecIdentitySearch.h that are not there yet.

/// Not there yet: no function gives one.
public final class SecIdentitySearch: Hashable, Sendable {
  init() {}

  /// Whether both are one object.
  public static func == (left: SecIdentitySearch, right: SecIdentitySearch) -> Bool {
    left === right
  }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
