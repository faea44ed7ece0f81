// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainComposition
import KeychainEngine
import KeychainTypes

/// A running program, as far as its entitlements are asked for.
///
/// Only this program can be one: of others nothing is known here before there is a daemon. Never
/// changes, and may be used by many threads; like `SecKey` it is not `Sendable`.
public final class SecTask {
  let identifier: String
  /// As the entitlements file has them; nil for a program without one.
  let entitlements: NSDictionary?
  /// Why nothing can be said: the file is void.
  let flaw: KeychainError?

  /// Looks at this program, and at its file, once.
  init() {
    do throws(KeychainError) {
      let caller = try ServiceChoice.caller(in: ProfileChoice.current())
      if let refusal = caller.refusal { throw refusal }
      identifier = caller.identifier
      entitlements = Self.entitlements(of: caller)
      flaw = nil
    } catch {
      identifier = ""
      entitlements = nil
      flaw = error
    }
  }

  /// What the file says; the identity was made of it, so that it can be read is known.
  private static func entitlements(of caller: Caller) -> NSDictionary? {
    switch caller.origin {
    case .entitlementsFile(let path):
      // Another file may have the name by now.
      guard let bytes = EmbeddedEngine.entitlements(at: path) else { return nil }
      let list = unsafe try? PropertyListSerialization.propertyList(
        from: Data(bytes), format: nil)
      return list as? NSDictionary ?? (list as? [String: Any]).map { NSDictionary(dictionary: $0) }
    case .simulated:
      // A device has groups and an identifier, and no file.
      return [
        "application-identifier": NSString(string: caller.identifier),
        "keychain-access-groups": NSArray(array: caller.groups.map { NSString(string: $0) }),
      ]
    case .adHoc, .tool, .named: return nil
    }
  }
}

extension SecTask: Hashable {
  /// Whether both are one program.
  public static func == (left: SecTask, right: SecTask) -> Bool {
    left.identifier == right.identifier
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension SecTask: CustomStringConvertible {
  /// The identifier of the program.
  public var description: String { "<SecTask \(identifier)>" }
}

/// The type identifier of programs.
@discardableResult
public func SecTaskGetTypeID() -> CFTypeID { TypeIdentifier.task.rawValue }

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
