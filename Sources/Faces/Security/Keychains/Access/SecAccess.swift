// SPDX-License-Identifier: Apache-2.0
import FileKeychain
public import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// The access object of an item: entries that permit operations to programs
/// (Specification/file-keychain.md, "Access objects and ACL entries").
///
/// One of the entries is the owner entry, which permits changes of the access object itself.
///
/// An access object is advice, because Latchkey has no daemon. A program that reads the file and
/// knows its password can ignore the access object.
public final class SecAccess: Sendable {
  /// An entry of the access object, with the number by which a `SecACL` finds the entry.
  struct Entry: Sendable {
    let number: Int
    var content: AccessList.Entry
  }

  private struct State: Sendable {
    var owner: AccessSubject
    var entries: [Entry]
    var next: Int
  }

  /// The number of the owner entry, which is the last entry.
  static let ownerNumber = Int.max
  private let state: Lock<State>

  init(_ list: AccessList) {
    let entries = list.entries.enumerated().map { Entry(number: $0, content: $1) }
    state = Lock(State(owner: list.owner, entries: entries, next: entries.count))
  }

  /// The entries as an access list.
  var list: AccessList {
    state.withLock { AccessList(owner: $0.owner, $0.entries.map(\.content)) }
  }

  /// The entries in the order of their numbers, the owner entry last.
  var entries: [Entry] {
    state.withLock { state in
      let owner = AccessList.Entry(state.owner, [.changeAccess])
      return state.entries + [Entry(number: Self.ownerNumber, content: owner)]
    }
  }

  /// Adds an entry, and returns its number.
  func add(_ content: AccessList.Entry) -> Int {
    state.withLock { state in
      defer { state.next += 1 }
      state.entries.append(Entry(number: state.next, content: content))
      return state.next
    }
  }

  /// Removes an entry; returns false if the entry is the owner entry or does not exist.
  func remove(_ number: Int) -> Bool {
    state.withLock { state in
      let count = state.entries.count
      state.entries.removeAll { $0.number == number }
      return state.entries.count < count
    }
  }

  /// Changes an entry; returns false if the entry was removed.
  ///
  /// In the owner entry, only the condition can change.
  func change(_ number: Int, _ set: (inout AccessList.Entry) -> Void) -> Bool {
    state.withLock { state in
      guard number != Self.ownerNumber else {
        var owner = AccessList.Entry(state.owner, [.changeAccess])
        set(&owner)
        state.owner = owner.subject
        return true
      }
      guard let place = state.entries.firstIndex(where: { $0.number == number }) else {
        return false
      }
      set(&state.entries[place].content)
      return true
    }
  }
}

extension SecAccess: Hashable {
  /// True if both objects have the same entries.
  public static func == (left: SecAccess, right: SecAccess) -> Bool {
    left === right || left.list == right.list
  }

  /// Hashes the entries, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(list) }
}

/// Returns the type identifier of `SecAccess`.
@discardableResult
public func SecAccessGetTypeID() -> CFTypeID { TypeIdentifier.access.rawValue }

/// Makes the standard access object.
///
/// Every program may encrypt, trusted programs may read and use the item, and the user is asked
/// about changes of the access object.
///
/// - Parameters:
///   - descriptor: the name of the item in questions to the user.
///   - trustedlist: an array of `SecTrustedApplication`. Nil trusts only the calling program. With
///     an empty array, the user is always asked.
///   - accessRef: receives the access object.
/// - Returns: errSecParam if an element of `trustedlist` is not a `SecTrustedApplication`.
@discardableResult
public func SecAccessCreate(
  _ descriptor: CFString, _ trustedlist: CFArray?, _ accessRef: UnsafeMutablePointer<SecAccess?>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let programs =
      if let trustedlist { try programs(of: trustedlist) } else { [try TrustedProgram(at: nil)] }
    let text = try descriptionBytes(descriptor)
    unsafe accessRef.pointee = SecAccess(.standard(text, trusting: programs))
  }
}

/// Makes an access object whose owner is a user or a group.
///
/// - Parameters:
///   - ownerType: `kSecUseOnlyUID`, `kSecUseOnlyGID` or both. With `kSecHonorRoot` added, root
///     counts as the owner too.
///   - acls: an array of `SecACL`, whose entries are copied; nil for no entries.
/// - Returns: nil if an element of `acls` is not a `SecACL`, or if `ownerType` names neither user
///   nor group.
@discardableResult
public func SecAccessCreateWithOwnerAndACL(
  _ userId: uid_t, _ groupId: gid_t, _ ownerType: SecAccessOwnerType, _ acls: CFArray?,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccess? {
  let found = acls.map { PropertyList.elements(of: $0).compactMap { $0 as? SecACL } } ?? []
  let known = UInt32(kSecMatchBits | kSecHonorRoot)
  guard found.count == acls?.count ?? 0, ownerType & UInt32(kSecMatchBits) != 0,
    ownerType & ~known == 0
  else {
    let failure = NSError(status: errSecParam, "the owner or an entry of an access object is wrong")
    unsafe error?.pointee = unsafe Unmanaged.passRetained(failure)
    return nil
  }
  let owner = AccessSubject.ProcessSubject(
    mask: UInt16(ownerType), user: UInt32(userId), group: UInt32(groupId))
  return SecAccess(AccessList(owner: .process(owner), found.compactMap { $0.content }))
}

/// Stores in variables the owner of an access object, which is a user or a group, and the entries.
///
/// `aclList` receives all entries except the owner entry.
///
/// - Returns: errSecACLNotSimple if the owner is neither a user nor a group.
@discardableResult
public func SecAccessCopyOwnerAndACL(
  _ accessRef: SecAccess, _ userId: UnsafeMutablePointer<uid_t>?,
  _ groupId: UnsafeMutablePointer<gid_t>?, _ ownerType: UnsafeMutablePointer<SecAccessOwnerType>?,
  _ aclList: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    guard case .process(let owner) = accessRef.list.owner else { throw .notSimple }
    unsafe userId?.pointee = uid_t(owner.user)
    unsafe groupId?.pointee = gid_t(owner.group)
    unsafe ownerType?.pointee = SecAccessOwnerType(owner.mask)
    unsafe aclList?.pointee = acls(of: accessRef) { $0.number != SecAccess.ownerNumber }
  }
}

/// Stores all entries of an access object in a variable, the owner entry last.
@discardableResult
public func SecAccessCopyACLList(
  _ accessRef: SecAccess, _ aclList: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  unsafe aclList.pointee = acls(of: accessRef) { _ in true }
  return errSecSuccess
}

/// Returns the entries that permit an operation; nil if no entry permits it.
///
/// - Parameter authorizationTag: one of the `kSecACLAuthorization…` strings.
@discardableResult
public func SecAccessCopyMatchingACLList(
  _ accessRef: SecAccess, _ authorizationTag: CFTypeRef
) -> CFArray? {
  guard let name = authorizationTag as? NSString else { return nil }
  let wanted = Authorization(function: String(name))
  let found = acls(of: accessRef) { $0.content.authorizes(wanted) }
  return found.count == 0 ? nil : found
}

private func acls(of access: SecAccess, _ isWanted: (SecAccess.Entry) -> Bool) -> NSArray {
  NSArray(array: access.entries.filter(isWanted).map { SecACL(access, $0.number) })
}

/// Returns the programs in an array of trusted applications.
///
/// - Throws: -50 if an element is not a `SecTrustedApplication`.
func programs(of array: NSArray) throws(KeychainError) -> [TrustedProgram] {
  let found = PropertyList.elements(of: array).compactMap {
    ($0 as? SecTrustedApplication)?.program
  }
  guard found.count == array.count else {
    throw .parameter("an element of the list is no trusted application")
  }
  return found
}

/// Returns the bytes that a keychain file stores for the description of an access entry.
///
/// The description is the name of the item in questions to the user.
///
/// - Throws: -50 for a text that contains a zero byte or has more than 64 KiB.
func descriptionBytes(_ text: NSString) throws(KeychainError) -> [UInt8] {
  let bytes = Array(String(text).utf8)
  guard !bytes.contains(0), bytes.count <= 1 << 16 else {
    throw .parameter("the description of an access object is not sound")
  }
  return bytes
}

extension KeychainError {
  static let notSimple = KeychainError(
    .accessListNotSimple, "the entry has conditions that this function cannot show")
}
