// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes

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
