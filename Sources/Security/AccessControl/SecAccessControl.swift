// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A rule on an item: its protection, and what each operation on it needs.
///
/// Two objects of the same content are equal. Not `Sendable`, as on Apple's systems: being more
/// than that here would let code compile that fails there.
public final class SecAccessControl {
  package let value: AccessControl
  /// What the object was made under, for calls that have nothing in reach; no part of its content.
  let installation = CurrentInstallation.installed

  package init(_ value: AccessControl) {
    self.value = value
  }
}

extension SecAccessControl: Hashable {
  /// Whether two objects have the same content.
  public static func == (left: SecAccessControl, right: SecAccessControl) -> Bool {
    left.value == right.value
  }

  /// Hashes the content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
  }
}

extension SecAccessControl: CustomStringConvertible {
  /// The protection; no more, as on Apple's systems.
  public var description: String { "<SecAccessControlRef: \(value.protectionName)>" }
}

/// The type identifier of access controls.
@discardableResult
public func SecAccessControlGetTypeID() -> CFTypeID { TypeIdentifier.accessControl.rawValue }
