// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory

/// A `SecItem` call on keychain files (Specification/file-keychain.md, "SecItem on file
/// keychains").
///
/// The call may name a list of keychains. If this list contains Latchkey's own store or the
/// certificates that the Linux distribution trusts, the call includes them.
struct FileItemCall {
  private let call: ItemRequest
  private let members: FileMembers

  init(_ call: ItemRequest, _ members: FileMembers) {
    (self.call, self.members) = (call, members)
  }

  func perform(
    _ verb: Request.Verb, setting changes: NSDictionary?
  ) throws(KeychainError) -> ItemRequest.Outcome {
    switch verb {
    case .add:
      return try noting { () throws(KeychainError) in try FileAddition(call, members).perform() }
    case .copyMatching: return try copyMatching()
    case .update: try update(to: changes ?? NSDictionary())
    case .delete: try delete()
    }
    return .untouched
  }

  /// Calls `add` and returns its outcome.
  ///
  /// If this call is being recorded (`KeychainNotes`), the function records the keychain and its
  /// answer.
  private func noting(
    _ add: () throws(KeychainError) -> ItemRequest.Outcome
  ) throws(KeychainError) -> ItemRequest.Outcome {
    call.keychains?.asks(members.all.prefix(1).map { $0 }, needsKeys: true)
    do throws(KeychainError) {
      let outcome = try add()
      call.keychains?.answers(nil)
      return outcome
    } catch {
      call.keychains?.answers(error)
      throw error
    }
  }

  /// Reads the caller's dictionary: returns its query, and the objects to which it limits the call.
  ///
  /// The objects come from `kSecValueRef`, or from the list `kSecMatchItemList` or
  /// `kSecUseItemList`. The second element of the result is nil if the dictionary does not have any
  /// of these keys.
  private func query(_ verb: Request.Verb) throws(KeychainError) -> (FileQuery, [FileObject]?) {
    let objects = try FileObjects(call.dictionary)
    let request = call.dictionary.withoutObjects().request(verb, in: call.profile)
    var query = try FileQuery(request, itemClass: objects.itemClass)
    query.rules = TextComparison(call.dictionary).rules
    return (query, objects.all)
  }

  private func copyMatching() throws(KeychainError) -> ItemRequest.Outcome {
    let (query, objects) = try query(.copyMatching)
    guard call.hasResult || query.returns.isEmpty else {
      throw .parameter("the call returns something, and has no place for it")
    }
    guard !query.returns.contains(.secret) || query.limit.count != nil || query.itemClass.hasObjects
    else {
      throw .parameter("passwords of keychain files are read one by one, not with all matches")
    }
    let writer = FileResults(query.returns.isEmpty ? .reference : query.returns)
    var isUnreadable = false
    let elements = try eachMember(query, objects) { (part, left) throws(KeychainError) in
      switch part {
      case .match(let match, let keychain):
        guard call.hasResult else { return [kCFNull] }
        do throws(KeychainError) {
          let element = try writer.element(match, in: keychain.keychains)
          if element == nil { isUnreadable = true }
          return element.map { [$0] } ?? []
        } catch {
          guard query.interaction == .skip, error.code == .interactionNotAllowed else {
            throw error
          }
          return []
        }
      case .store(let keychain):
        let returns = call.hasResult ? writer.returns : .persistentReference
        return try StoreMember(call, keychain, query).elements(returns, limit: left)
      case .authorities(let certificates): return certificates.map { writer.element($0) }
      }
    }
    guard !elements.isEmpty else { throw isUnreadable ? .noObject : .noFileItem }
    guard call.hasResult else { return .untouched }
    return .object(query.limit.isSingle ? elements.first : NSArray(array: elements))
  }

  /// A part of the items that a query finds: one item of a keychain file, or all matching items of
  /// another keychain.
  ///
  /// The other keychains are Latchkey's own store and the certificates that the Linux distribution
  /// trusts.
  private enum Part {
    case match(FileMatch, SecKeychain)
    case store(SecKeychain)
    case authorities([Authorities.Found])
  }

  /// Searches the keychains one after the other, until the limit of the query is reached.
  ///
  /// A keychain that cannot be read is skipped. If every keychain fails, the last error is thrown.
  /// An error about an item that was found ends the call: skipping a locked item would report the
  /// item as absent.
  ///
  /// - Parameter take: turns a part of the found items into elements of the result. A part without
  ///   elements does not count for the limit. `left` is the number of elements that may still be
  ///   added; nil if there is no limit.
  /// - Returns: the elements of all keychains.
  private func eachMember(
    _ query: FileQuery, _ objects: [FileObject]?,
    _ take: (Part, _ left: Int?) throws(KeychainError) -> [AnyObject]
  ) throws(KeychainError) -> [AnyObject] {
    var elements: [AnyObject] = []
    var (failure, failures): (KeychainError?, Int) = (nil, 0)
    let groups = groups(query)
    for group in groups {
      let left = query.limit.count.map { $0 - elements.count }
      if let left, left <= 0 { break }
      call.keychains?.asks(group, query, objects)
      let part: (elements: [AnyObject], failure: KeychainError?)
      do throws(KeychainError) { part = try self.part(group, query, objects, left, take) } catch {
        call.keychains?.answers(error)
        throw error
      }
      elements += part.elements
      guard let error = part.failure else {
        call.keychains?.answers(nil, count: part.elements.count)
        continue
      }
      call.keychains?.answers(error, isOfKeychain: error.isOfKeychain)
      guard error.isOfKeychain else { throw error }
      (failure, failures) = (error, failures + 1)
    }
    let count = groups.count { $0.first?.member.isAuthorities != true }
    if elements.isEmpty, let failure, failures == count { throw failure }
    return elements
  }

  /// Returns the elements for one group of keychains, which are searched together, and the error
  /// with which the search failed.
  ///
  /// The error is nil if the group could be searched.
  ///
  /// - Throws: the errors of `take`.
  private func part(
    _ group: [SecKeychain], _ query: FileQuery, _ objects: [FileObject]?, _ left: Int?,
    _ take: (Part, _ left: Int?) throws(KeychainError) -> [AnyObject]
  ) throws(KeychainError) -> (elements: [AnyObject], failure: KeychainError?) {
    guard let first = group.first else { return ([], nil) }
    switch first.member {
    case .store: return (try take(.store(first), left), nil)
    case .authorities:
      let found: [Authorities.Found]
      do throws(KeychainError) { found = try Authorities.found(query, objects) } catch {
        return ([], error)
      }
      return (try take(.authorities(left.map { Array(found.prefix($0)) } ?? found), left), nil)
    case .file:
      var query = query
      query.limit = Limit(count: left)
      let found = try service(group, query).find(query, among: objects) {
        (match) throws(KeychainError) in try take(.match(match, first), left).first
      }
      return (found.all, found.failure)
    }
  }

  /// Returns the groups of keychains: the keychains of one group are searched together.
  ///
  /// Each keychain is a group. For identities, all files are one group, because the certificate and
  /// the key may be in different files.
  private func groups(_ query: FileQuery) -> [[SecKeychain]] {
    guard query.itemClass == .identity else { return members.all.map { [$0] } }
    let files = members.all.filter { $0.fileKeychain != nil }
    let others = members.all.filter { $0.fileKeychain == nil }
    return (files.isEmpty ? [] : [files]) + others.map { [$0] }
  }

  private func service(_ group: [SecKeychain], _ query: FileQuery) -> FileService {
    let files = group.compactMap { call.file($0) }
    let isQuiet = query.interaction != .allow
    return FileService(isQuiet ? files.map(\.withoutQuestions) : files, isNamed: members.isNamed)
  }

  private func update(to changes: NSDictionary) throws(KeychainError) {
    let changed = ForeignDictionary(changes)
    let request = call.dictionary.withoutObjects().request(
      .update, setting: changed.withoutObjects(), in: call.profile)
    let access = try changed.accessList()
    try change(.update) { (match) throws(KeychainError) in
      try FileService([], isNamed: true).update([match], to: request, access)
    } store: { (member) throws(KeychainError) in
      try member.update(to: changes)
    }
  }

  private func delete() throws(KeychainError) {
    try change(.delete) { (match) throws(KeychainError) in
      try match.remove()
    } store: { (member) throws(KeychainError) in
      try member.delete()
    }
  }

  /// Moves the passwords that the query finds in keychain files to Latchkey's own store, and makes
  /// them synchronizable.
  ///
  /// If the store has an equal password already, that password is updated
  /// (Specification/secitem.md, "Fan-out and merge of the macOS shim").
  ///
  /// - Parameter changes: the caller's new values, which override the values of the passwords.
  /// - Returns: the number of moved passwords.
  func moveToStore(setting changes: NSDictionary) throws(KeychainError) -> Int {
    let (query, objects) = try query(.update)
    guard !query.itemClass.hasObjects else { return 0 }
    let moved = try eachMember(query, objects) { (part, _) throws(KeychainError) in
      guard case .match(let match, let keychain) = part else { return [] }
      let item = try FileResults([.attributes, .secret]).dictionary(match, in: keychain.keychains)
      try StoreMember(call, keychain, query).take(item, setting: changes)
      try match.remove()
      return [kCFNull]
    }
    return moved.count
  }

  /// Updates or deletes the items that the query finds.
  ///
  /// If the query does not contain `kSecMatchLimit`, only the first item is changed.
  ///
  /// - Parameters:
  ///   - file: changes one item found in a keychain file.
  ///   - store: changes one item found in Latchkey's own store.
  /// - Throws: -25300 if no item is found, -61 if an item is a certificate that the Linux
  ///   distribution trusts.
  private func change(
    _ verb: Request.Verb, file: (FileMatch) throws(KeychainError) -> Void,
    store: (StoreMember.Item) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    let (query, objects) = try query(verb)
    let changed = try eachMember(query, objects) { (part, left) throws(KeychainError) in
      switch part {
      case .match(let match, _):
        try file(match)
        return [kCFNull]
      case .store(let keychain):
        let items = try StoreMember(call, keychain, query).items(limit: left)
        for item in items { try store(item) }
        return items.map { _ in kCFNull }
      case .authorities(let certificates):
        guard certificates.isEmpty else { throw .readOnlyAuthorities(members.all[0].path) }
        return []
      }
    }
    guard !changed.isEmpty else { throw .noFileItem }
  }
}

extension KeychainError {
  fileprivate static let noObject = KeychainError(
    .decode, "the data of the found item is not a key or certificate", cause: .dataMakesNoObject)

  /// True if the error is about one keychain as a whole, so that the call can go on with other
  /// keychains.
  fileprivate var isOfKeychain: Bool {
    switch code {
    case .parameter, .noSuchAttribute, .noSuchClass, .duplicateItem, .unimplemented: false
    default: true
    }
  }
}

extension ItemRequest {
  /// Returns the keychain file on which this call works: in a rehearsal, a copy in memory.
  ///
  /// Nil if the keychain is not a file.
  func file(_ keychain: SecKeychain) -> Keychain? {
    keychain.fileKeychain.map { copies?.copy(of: $0) ?? $0 }
  }
}

extension SecKeychain {
  /// This keychain as a keychain file.
  ///
  /// Nil if the keychain is Latchkey's own store, or stands for the certificates that the Linux
  /// distribution trusts.
  var fileKeychain: Keychain? { if case .file(let keychain) = member { keychain } else { nil } }
}
