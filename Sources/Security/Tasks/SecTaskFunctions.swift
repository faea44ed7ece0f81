// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainComposition
import KeychainTypes

/// What names a program to another one on Apple's systems; its sixth number is the process.
public struct audit_token_t: Sendable {
  /// Its numbers.
  public var val: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

  /// One of zeros.
  public init() { val = (0, 0, 0, 0, 0, 0, 0, 0) }

  /// One of given numbers.
  public init(val: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)) {
    self.val = val
  }
}

/// This program.
///
/// - Parameter allocator: without meaning.
@discardableResult
public func SecTaskCreateFromSelf(_ allocator: CFAllocator?) -> SecTask? { SecTask() }

/// The program of a token; nil for any but this one, of which alone something is known.
///
/// - Parameter allocator: without meaning.
@discardableResult
public func SecTaskCreateWithAuditToken(_ allocator: CFAllocator?, _ token: audit_token_t)
  -> SecTask?
{
  token.val.5 == UInt32(bitPattern: getpid()) ? SecTask() : nil
}

/// The value of an entitlement, as the entitlements file of the program has it.
///
/// - Parameter error: receives errSecMissingEntitlement where that file is void.
/// - Returns: nil where the program does not have it.
@discardableResult
public func SecTaskCopyValueForEntitlement(
  _ task: SecTask, _ entitlement: CFString, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFTypeRef? {
  guard unsafe task.isKnown(error) else { return nil }
  return task.entitlements?.entry(entitlement)
}

/// The values of some entitlements; those that the program does not have are left out.
///
/// - Parameter error: receives errSecMissingEntitlement where the entitlements file is void.
/// - Returns: nil where nothing can be said.
@discardableResult
public func SecTaskCopyValuesForEntitlements(
  _ task: SecTask, _ entitlements: CFArray, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFDictionary? {
  guard unsafe task.isKnown(error) else { return nil }
  let values = NSMutableDictionary()
  for element in PropertyList.elements(of: entitlements) {
    guard let name = element as AnyObject as? NSString else { continue }
    if let value = task.entitlements?.entry(name) { values.setObject(value, forKey: name) }
  }
  return values
}

/// The identifier of the program: its application identifier without the team's ten characters,
/// or `adhoc.NAME` for one without entitlements.
///
/// - Parameter error: receives errSecMissingEntitlement where the entitlements file is void.
@discardableResult
public func SecTaskCopySigningIdentifier(
  _ task: SecTask, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
  guard unsafe task.isKnown(error) else { return nil }
  let parts = task.identifier.split(separator: ".", maxSplits: 1)
  let isTeam =
    parts.count == 2 && parts[0].utf8.count == 10
    && parts[0].utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
  return NSString(string: isTeam ? String(parts[1]) : task.identifier)
}

/// Flags of the program's signature: always 0, for programs here have none.
@discardableResult
public func SecTaskGetCodeSignStatus(_ task: SecTask) -> UInt32 { 0 }

extension SecTask {
  /// Whether something can be said; else the reason is left where the caller wants it.
  fileprivate func isKnown(_ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Bool {
    guard let flaw else { return true }
    if let error = unsafe error {
      let reason = NSError(status: flaw.code.rawValue, "\(flaw.reason)")
      unsafe error.pointee = Unmanaged.passRetained(reason)
    }
    return false
  }
}
