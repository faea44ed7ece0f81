// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainComposition
import KeychainEngine
import KeychainTypes

/// A running program, whose entitlements can be read.
///
/// The program is always the calling program: Latchkey has no daemon and therefore knows nothing
/// about other programs. A `SecTask` never changes and may be used by many threads. Nevertheless,
/// the class is not `Sendable`, because it is not `Sendable` on Apple's systems.
public final class SecTask {
  let identifier: String
  /// The contents of the entitlements file, or nil if the program has no entitlements file.
  let entitlements: NSDictionary?
  /// The error that made the entitlements unknown, for example an invalid entitlements file; nil if
  /// the entitlements are known.
  let flaw: KeychainError?

  /// Reads the identity and the entitlements file of the calling program.
  ///
  /// Later changes of the file do not change this object.
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

  /// Returns the contents of the caller's entitlements file, or nil if the caller has no readable
  /// file.
  ///
  /// A file can become unreadable if it is replaced after the caller's identity was made from it.
  /// On a simulated device without a file, returns the simulated identifier and access groups.
  private static func entitlements(of caller: Caller) -> NSDictionary? {
    switch caller.origin {
    case .entitlementsFile(let path):
      // Reading can fail, because the file may have been replaced since the identity was made.
      return EmbeddedEngine.entitlements(at: path)?.object as? NSDictionary
    case .simulated:
      // A simulated device has groups and an identifier, but no file.
      return [
        "application-identifier": NSString(string: caller.identifier),
        "keychain-access-groups": NSArray(array: caller.groups.map { NSString(string: $0) }),
      ]
    case .adHoc, .tool, .named: return nil
    }
  }
}

extension SecTask: Hashable {
  /// True if both objects stand for programs with equal identifiers.
  public static func == (left: SecTask, right: SecTask) -> Bool {
    left.identifier == right.identifier
  }

  /// Hashes the identifier, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension SecTask: CustomStringConvertible {
  /// The text `<SecTask IDENTIFIER>`, with the identifier of the program.
  public var description: String { "<SecTask \(identifier)>" }
}

/// Returns the type identifier of `SecTask`.
@discardableResult
public func SecTaskGetTypeID() -> CFTypeID { TypeIdentifier.task.rawValue }

/// The token by which a process on Apple's systems identifies another process.
///
/// The sixth of its eight numbers (`val.5`) is the process identifier.
public struct audit_token_t: Sendable {
  /// The eight numbers of the token.
  public var val: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

  /// Makes a token whose eight numbers are 0.
  public init() { val = (0, 0, 0, 0, 0, 0, 0, 0) }

  /// Makes a token from its eight numbers.
  public init(val: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)) {
    self.val = val
  }
}

/// Returns the calling program as a `SecTask`.
///
/// - Parameter allocator: has no effect.
@discardableResult
public func SecTaskCreateFromSelf(_ allocator: CFAllocator?) -> SecTask? { SecTask() }

/// Returns the calling program if `token` contains the process identifier of the calling process.
///
/// - Parameter allocator: has no effect.
/// - Returns: nil if the token is of another process, because Latchkey knows nothing about other
///   processes.
@discardableResult
public func SecTaskCreateWithAuditToken(_ allocator: CFAllocator?, _ token: audit_token_t)
  -> SecTask?
{
  token.val.5 == UInt32(bitPattern: getpid()) ? SecTask() : nil
}

/// Returns the value of one entitlement from the program's entitlements file.
///
/// - Parameter error: receives a retained error if the entitlements are unknown. The code is
///   errSecMissingEntitlement if the entitlements file is invalid.
/// - Returns: nil if the program does not have the entitlement, or if the entitlements are unknown.
@discardableResult
public func SecTaskCopyValueForEntitlement(
  _ task: SecTask, _ entitlement: CFString, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFTypeRef? {
  guard unsafe task.isKnown(error) else { return nil }
  return task.entitlements?.entry(entitlement)
}

/// Returns a dictionary with the values of several entitlements.
///
/// The dictionary leaves out entitlements that the program does not have.
///
/// - Parameter error: receives a retained error if the function returns nil. The code is
///   errSecMissingEntitlement if the entitlements file is invalid.
/// - Returns: nil if the entitlements are unknown.
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

/// Returns the application identifier of the program, without the ten characters of a team prefix.
///
/// A program without entitlements has the identifier `adhoc.NAME`.
///
/// - Parameter error: receives a retained error if the function returns nil. The code is
///   errSecMissingEntitlement if the entitlements file is invalid.
/// - Returns: nil if the entitlements are unknown.
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

/// Returns the flags of the program's code signature: always 0, because programs on Linux are not
/// signed.
@discardableResult
public func SecTaskGetCodeSignStatus(_ task: SecTask) -> UInt32 { 0 }

extension SecTask {
  /// True if the entitlements are known; if they are not, the function stores a retained error in
  /// `error`.
  fileprivate func isKnown(_ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Bool {
    guard let flaw else { return true }
    if let error = unsafe error {
      let reason = NSError(status: flaw.code.rawValue, "\(flaw.reason)")
      unsafe error.pointee = Unmanaged.passRetained(reason)
    }
    return false
  }
}

extension PropertyListValue {
  /// The value as objects of Foundation.
  fileprivate var object: NSObject {
    switch self {
    case .text(let text): return NSString(string: text)
    case .data(let data): return NSData(data: Data(data))
    case .integer(let integer): return NSNumber(value: integer)
    case .real(let real): return NSNumber(value: real)
    case .truth(let truth): return NSNumber(value: truth)
    case .moment(let moment):
      return NSDate(timeIntervalSinceReferenceDate: moment.secondsSinceReference)
    case .array(let values): return NSArray(array: values.map(\.object))
    case .dictionary(let pairs):
      let dictionary = NSMutableDictionary()
      for (key, value) in pairs { dictionary[NSString(string: key)] = value.object }
      return dictionary
    }
  }
}
