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
      case .matches: return []
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

  /// A change of items that a call finds in keychain files: of each by itself, or of all items of a
  /// file together.
  private enum FileUse {
    case each((FileMatch) throws(KeychainError) -> Void)
    /// Returns 0 if other processes have deleted all items meanwhile.
    case together(([FileMatch]) throws(KeychainError) -> Int)

    var isTogether: Bool { if case .together = self { true } else { false } }
  }

  /// A part of the answer to a query: items of a keychain file, or all matching items of the store
  /// or of the distribution's certificates.
  private enum Part {
    case match(FileMatch, SecKeychain)
    /// All items that match in a group of keychain files.
    case matches([FileMatch])
    case store(SecKeychain)
    case authorities([Authorities.Found])
  }

  /// Searches the keychains one after the other, until the limit of the query is reached.
  ///
  /// A keychain that cannot be read is skipped. If every keychain fails, the last error is thrown.
  /// An error about an item that was found ends the call: skipping a locked item would report the
  /// item as absent.
  ///
  /// - Parameters:
  ///   - isTogether: true to pass all items of keychain files to `take` at once.
  ///   - take: turns a part of the answer into elements of the result. A part without elements does
  ///     not count for the limit. `left` is the greatest number of elements; nil if there is no
  ///     limit.
  /// - Returns: the elements of all keychains.
  private func eachMember(
    _ query: FileQuery, _ objects: [FileObject]?, isTogether: Bool = false,
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
      do throws(KeychainError) {
        part = try self.part(group, query, objects, left, isTogether, take)
      } catch {
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
    _ isTogether: Bool, _ take: (Part, _ left: Int?) throws(KeychainError) -> [AnyObject]
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
      guard !isTogether else { return try together(group, query, objects, left, take) }
      let found = try service(group, query).find(query, among: objects) {
        (match) throws(KeychainError) in try take(.match(match, first), left).first
      }
      return (found.all, found.failure)
    }
  }

  /// The most searches for items of a group, if other processes delete the found items each time.
  private static let mostSearches = 8

  /// Returns the elements that `take` makes of all items of a group of keychain files together.
  private func together(
    _ group: [SecKeychain], _ query: FileQuery, _ objects: [FileObject]?, _ left: Int?,
    _ take: (Part, _ left: Int?) throws(KeychainError) -> [AnyObject]
  ) throws(KeychainError) -> (elements: [AnyObject], failure: KeychainError?) {
    for _ in 0..<Self.mostSearches {
      let found = try service(group, query).find(query, among: objects) {
        (match) throws(KeychainError) -> FileMatch? in match
      }
      guard !found.all.isEmpty else { return ([], found.failure) }
      let elements = try take(.matches(found.all), left)
      guard elements.isEmpty else { return (elements, nil) }
    }
    return ([], nil)
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
    let query = try query(.update).0
    let values = try FileItemReader(changing: request, of: query.itemClass, access: access)
    func pass(of call: FileItemCall, isTrial: Bool) throws(KeychainError) {
      let use = FileUse.together { (matches) throws(KeychainError) in
        try FileService.update(matches, to: values, isTrial: isTrial)
      }
      try call.change(.update, use) { (member) throws(KeychainError) in
        if !isTrial { try member.update(to: changes) }
      }
    }
    if members.all.count > 1, query.limit.count != 1 {
      // A refusal by a later keychain must leave the earlier ones as they are. The first trial is
      // not recorded, so the second one records the refusal.
      do throws(KeychainError) { try pass(of: unrecorded, isTrial: true) } catch {
        try pass(of: self, isTrial: true)
      }
    }
    try pass(of: self, isTrial: false)
  }

  /// This call without the recorder of the keychains that it asks.
  private var unrecorded: FileItemCall {
    var call = call
    call.keychains = nil
    return FileItemCall(call, members)
  }

  private func delete() throws(KeychainError) {
    let use = FileUse.each { (match) throws(KeychainError) in try match.remove() }
    try change(.delete, use) { (member) throws(KeychainError) in
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
  ///   - use: changes the items found in keychain files.
  ///   - store: changes one item found in Latchkey's own store.
  /// - Throws: -25300 if no item is found, -61 if an item is a certificate that the Linux
  ///   distribution trusts.
  private func change(
    _ verb: Request.Verb, _ use: FileUse,
    store: (StoreMember.Item) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    let (query, objects) = try query(verb)
    let changed = try eachMember(query, objects, isTogether: use.isTogether) {
      (part, left) throws(KeychainError) in
      switch part {
      case .match(let match, _):
        if case .each(let change) = use { try change(match) }
        return [kCFNull]
      case .matches(let matches):
        guard case .together(let change) = use, try change(matches) > 0 else { return [] }
        return matches.map { _ in kCFNull }
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
