// SPDX-License-Identifier: Apache-2.0
import Foundation
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

/// Makes an access control from a protection and flags (spec/secitem.md 11.2).
///
/// - Parameters:
///   - allocator: without meaning.
///   - protection: one of the values of `kSecAttrAccessible`.
///   - flags: what is asked of the user; empty for nothing.
///   - error: receives a retained error with code errSecParam when the answer is nil.
/// - Returns: nil for an unknown protection and for flags that exclude each other.
@discardableResult
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  do throws(KeychainError) {
    guard let name = protection as? NSString else {
      throw .parameter("the protection of an access control is no string")
    }
    let flags = AccessControl.Flags(rawValue: UInt64(flags.rawValue))
    return SecAccessControl(try AccessControl(protectionName: String(name), flags: flags))
  } catch let refusal {
    let described = NSError(status: refusal.code.rawValue, "\(refusal.reason)")
    if let error = unsafe error { unsafe error.pointee = Unmanaged.passRetained(described) }
    return nil
  }
}
