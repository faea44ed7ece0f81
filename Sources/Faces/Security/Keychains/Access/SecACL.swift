// SPDX-License-Identifier: Apache-2.0
import FileKeychain
public import Foundation
import KeychainComposition
import KeychainTypes

/// An entry of an access object, which permits operations to programs
/// (Specification/file-keychain.md, "Access objects and ACL entries").
///
/// A change of the entry changes its access object. Two `SecACL` objects are equal if they stand
/// for one entry of one access object.
public final class SecACL: Sendable {
  let access: SecAccess
  let number: Int

  init(_ access: SecAccess, _ number: Int) { (self.access, self.number) = (access, number) }

  /// The content of the entry; nil if the entry was removed.
  var content: AccessList.Entry? { access.entries.first { $0.number == number }?.content }

  /// Returns the content of the entry.
  ///
  /// - Throws: -50 if the entry was removed.
  func current() throws(KeychainError) -> AccessList.Entry {
    guard let content else { throw .removedEntry }
    return content
  }

  /// Changes the content of the entry; changes that other threads make at that time are kept.
  ///
  /// - Throws: -50 if the entry was removed.
  func change(_ set: (inout AccessList.Entry) -> Void) throws(KeychainError) {
    guard access.change(number, set) else { throw .removedEntry }
  }
}

extension SecACL: Hashable {
  /// True if both objects stand for the same entry of the same access object.
  public static func == (left: SecACL, right: SecACL) -> Bool {
    left.access === right.access && left.number == right.number
  }

  /// Hashes the identity of the entry, which equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(access))
    hasher.combine(number)
  }
}

/// Returns the type identifier of `SecACL`.
@discardableResult
public func SecACLGetTypeID() -> CFTypeID { TypeIdentifier.accessEntry.rawValue }

/// Adds an entry to an access object.
///
/// The entry permits all operations until `SecACLUpdateAuthorizations` restricts them.
///
/// - Parameters:
///   - applicationList: an array of `SecTrustedApplication`. Nil trusts every program. With an
///     empty array, the user is always asked.
///   - description: the name of the item in questions to the user.
///   - newAcl: receives the entry.
@discardableResult
public func SecACLCreateWithSimpleContents(
  _ access: SecAccess, _ applicationList: CFArray?, _ description: CFString,
  _ promptSelector: SecKeychainPromptSelector, _ newAcl: UnsafeMutablePointer<SecACL?>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let subject = try simple(applicationList, description, promptSelector)
    unsafe newAcl.pointee = SecACL(access, access.add(AccessList.Entry(subject, [.any])))
  }
}

/// Removes an entry from its access object.
///
/// - Returns: errSecInvalidOwnerEdit for the owner entry, which permits changes of the access
///   object.
@discardableResult
public func SecACLRemove(_ aclRef: SecACL) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    _ = try aclRef.current()
    guard aclRef.access.remove(aclRef.number) else { throw .ownerEdit }
  }
}

/// Stores the trusted applications, the description and the prompt of an entry in variables.
///
/// Two entries contain bytes in place of a condition: the partition list and the integrity digest.
/// The partition list has identifiers of the groups of programs that may use the item. The
/// integrity digest is a hash of the item's attributes. The description of these entries is the
/// bytes in hexadecimal digits.
///
/// - Parameter applicationList: receives nil if every program is trusted.
/// - Returns: errSecACLNotSimple for an entry whose condition is not a list of programs.
@discardableResult
public func SecACLCopyContents(
  _ acl: SecACL, _ applicationList: UnsafeMutablePointer<CFArray?>,
  _ description: UnsafeMutablePointer<CFString?>,
  _ promptSelector: UnsafeMutablePointer<SecKeychainPromptSelector>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let subject = try acl.current().subject
    if case .partition(let payload) = subject {
      unsafe applicationList.pointee = nil
      unsafe description.pointee = NSString(string: HexText.lowerCase(payload))
      unsafe promptSelector.pointee = []
      return
    }
    guard let simple = subject.simple else { throw .notSimple }
    unsafe applicationList.pointee = simple.programs.map { programs in
      NSArray(array: programs.map { SecTrustedApplication($0) })
    }
    let text = String(decoding: simple.prompt.description, as: UTF8.self)
    unsafe description.pointee = NSString(string: text)
    unsafe promptSelector.pointee = SecKeychainPromptSelector(rawValue: simple.prompt.flags)
  }
}

/// Replaces the trusted applications, the description and the prompt of an entry.
///
/// Two entries contain bytes in place of a condition: the partition list and the integrity digest.
/// The partition list has identifiers of the groups of programs that may use the item. The
/// integrity digest is a hash of the item's attributes.
///
/// For these two entries, `description` is the new bytes in hexadecimal digits, and the other
/// parameters have no effect. If the number of digits is odd, the entry is not changed, without an
/// error.
@discardableResult
public func SecACLSetContents(
  _ acl: SecACL, _ applicationList: CFArray?, _ description: CFString,
  _ promptSelector: SecKeychainPromptSelector
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let subject: AccessSubject
    if case .partition = try acl.current().subject {
      let digits = Array(String(description).utf8)
      guard digits.count.isMultiple(of: 2) else { return }
      guard let payload = HexText.bytes(digits) else {
        throw .parameter("the description of the entry is not in hexadecimal digits")
      }
      subject = .partition(payload)
    } else {
      subject = try simple(applicationList, description, promptSelector)
    }
    try acl.change { $0.subject = subject }
  }
}

/// Returns the operations that an entry permits, as `kSecACLAuthorization…` strings.
///
/// An operation that has no name is returned as `kSecACLAuthorizationAny`.
@discardableResult
public func SecACLCopyAuthorizations(_ acl: SecACL) -> CFArray {
  guard let content = acl.content else { return NSArray() }
  let operations = content.authorizations ?? [.any]
  let names = (operations.isEmpty ? [.any] : operations).map { NSString(string: $0.functionName) }
  return NSArray(array: names)
}

/// Replaces the operations that an entry permits.
///
/// - Returns: errSecInvalidOwnerEdit for the owner entry, which permits changes of the access
///   object.
@discardableResult
public func SecACLUpdateAuthorizations(_ acl: SecACL, _ authorizations: CFArray) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    _ = try acl.current()
    guard acl.number != SecAccess.ownerNumber else { throw .ownerEdit }
    let operations = PropertyList.elements(of: authorizations).map { name in
      Authorization(function: (name as? NSString).map { String($0) } ?? "")
    }
    try acl.change { $0.authorizations = operations }
  }
}

/// Makes the condition of an entry from a list of trusted applications, a description and a prompt.
///
/// `SecACLCopyContents` can read these three parts from the condition again.
///
/// - Parameter applications: nil to trust every program.
private func simple(
  _ applications: NSArray?, _ description: NSString, _ selector: SecKeychainPromptSelector
) throws(KeychainError) -> AccessSubject {
  let prompt = AccessSubject.PromptSubject(
    try descriptionBytes(description), flags: selector.rawValue)
  guard let applications else { return .simple(.prompt(prompt), nil) }
  return .simple(.prompt(prompt), try programs(of: applications))
}

extension Authorization {
  private static let prefix = "ACLAuthorization"

  /// Makes the operation that a `kSecACLAuthorization…` string names.
  ///
  /// An unknown string becomes an operation with the number 0, which stands for no known operation.
  init(function name: String) {
    let known = Self.all.first { Self.prefix + $0.function == name }
    self = known?.authorization ?? Authorization(rawValue: 0)
  }

  var functionName: String {
    let known = Self.all.first { $0.authorization == self }
    return Self.prefix + (known?.function ?? "Any")
  }
}

extension KeychainError {
  fileprivate static let removedEntry = KeychainError.parameter(
    "the entry was removed from its access object")
  fileprivate static let ownerEdit = KeychainError(
    .invalidOwnerEdit, "the owner entry of an access object can be neither removed nor narrowed")
}
