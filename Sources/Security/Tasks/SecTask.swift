// SPDX-License-Identifier: Apache-2.0
import Foundation
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
