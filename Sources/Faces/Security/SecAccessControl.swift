// SPDX-License-Identifier: Apache-2.0
import Foundation
package import KeychainTypes

/// The rule that protects an item: a protection class, and the proofs that the user must supply for
/// operations on the item.
///
/// The protection class is a `kSecAttrAccessible…` value: it says when the item is readable. Two
/// access controls with equal content are equal. The class is not `Sendable`, as on Apple's
/// systems: if it were, code would compile on Linux that does not compile on Apple's systems.
public final class SecAccessControl {
  package let value: AccessControl
  /// The test installation (a test's service, caller and profile) that was current when this access
  /// control was made.
  ///
  /// Nil if no test installation was current. A call with this access control uses the installation
  /// if no other installation is current. The comparison of two access controls ignores their
  /// installations.
  let installation = CurrentInstallation.installed

  package init(_ value: AccessControl) {
    self.value = value
  }
}

extension SecAccessControl: Hashable {
  /// True if two access controls have equal protections and equal constraints.
  public static func == (left: SecAccessControl, right: SecAccessControl) -> Bool {
    left.value == right.value
  }

  /// Hashes the content of the access control, which equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
  }
}

extension SecAccessControl: CustomStringConvertible {
  /// The name of the `kSecAttrAccessible…` value, without the constraints, as on Apple's systems.
  public var description: String { "<SecAccessControlRef: \(value.protectionName)>" }
}

/// Returns the type identifier of `SecAccessControl`.
@discardableResult
public func SecAccessControlGetTypeID() -> CFTypeID { TypeIdentifier.accessControl.rawValue }

/// Makes an access control from a protection and flags (Specification/secitem.md, "Validity of an
/// access control").
///
/// - Parameters:
///   - allocator: has no effect.
///   - protection: one of the `kSecAttrAccessible…` values.
///   - flags: the constraints. An empty set means that the user is not asked.
///   - error: receives a retained error with code errSecParam if the function returns nil.
/// - Returns: nil if the protection is unknown or if the flags must not be combined.
@discardableResult
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  do throws(KeychainError) {
    guard let name = protection as? NSString else {
      throw .parameter("the protection of an access control is not a string")
    }
    let flags = AccessControl.Flags(rawValue: UInt64(flags.rawValue))
    return SecAccessControl(try AccessControl(protectionName: String(name), flags: flags))
  } catch let refusal {
    let described = NSError(status: refusal.code.rawValue, "\(refusal.reason)")
    if let error = unsafe error { unsafe error.pointee = Unmanaged.passRetained(described) }
    return nil
  }
}
