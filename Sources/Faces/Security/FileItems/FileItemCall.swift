// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory

/// A `SecItem` call on keychain files, with the store and the distribution's certificates among
/// them if a list names them (Specification/file-keychain.md, "SecItem on file keychains").
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
    case .add: return try FileAddition(call, members).perform()
    case .copyMatching: return try copyMatching()
    case .update: try update(to: changes ?? NSDictionary())
    case .delete: try delete()
    }
    return .untouched
  }

  /// Returns the query, with the objects of the dictionary that are no part of a request.
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
    let elements = try eachMember(query, objects) { (part, left) throws(KeychainError) in
      switch part {
      case .matches(let matches, let keychain):
        guard call.hasResult else { return matches.map { _ in kCFNull } }
        return try writer.elements(matches, in: keychain, query.interaction, limit: left)
      case .store(let keychain):
        let returns = call.hasResult ? writer.returns : .persistentReference
        return try StoreMember(call, keychain, query).elements(returns, limit: left)
      case .authorities(let certificates): return certificates.map { writer.element($0) }
      }
    }
    guard !elements.isEmpty else { throw .noFileItem }
    guard call.hasResult else { return .untouched }
    return .object(query.limit.isSingle ? elements.first : NSArray(array: elements))
  }

  /// The items that one keychain has for a query.
  private enum Part {
    case matches([FileMatch], SecKeychain)
    case store(SecKeychain)
    case authorities([Authorities.Found])
  }

  /// Asks the keychains one after the other, until the limit of the query is reached.
  ///
  /// A keychain that cannot be read is skipped. If every keychain fails, the last error counts. An
  /// error of an item that was found ends the call: a locked item is not absent.
  ///
  /// - Parameter take: returns the elements that it makes of a part, at most as many as are left.
  private func eachMember(
    _ query: FileQuery, _ objects: [FileObject]?,
    _ take: (Part, _ left: Int?) throws(KeychainError) -> [AnyObject]
  ) throws(KeychainError) -> [AnyObject] {
    var elements: [AnyObject] = []
    var (failure, failures): (KeychainError?, Int) = (nil, 0)
    for group in groups(query) {
      let left = query.limit.count.map { $0 - elements.count }
      if let left, left <= 0 { break }
      let found: Part
      do throws(KeychainError) { found = try part(group, query, objects, left) } catch {
        guard error.isOfKeychain else { throw error }
        failures += 1
        failure = error
        continue
      }
      elements += try take(found, left)
    }
    if elements.isEmpty, let failure, failures == groups(query).count { throw failure }
    return elements
  }

  /// The keychains one by one; all files together for identities, whose parts may lie in different
  /// files.
  private func groups(_ query: FileQuery) -> [[SecKeychain]] {
    guard query.itemClass == .identity else { return members.all.map { [$0] } }
    let files = members.all.filter { $0.fileKeychain != nil }
    let others = members.all.filter { $0.fileKeychain == nil }
    return (files.isEmpty ? [] : [files]) + others.map { [$0] }
  }

  private func part(
    _ group: [SecKeychain], _ query: FileQuery, _ objects: [FileObject]?, _ left: Int?
  ) throws(KeychainError) -> Part {
    guard let first = group.first else { return .authorities([]) }
    switch first.member {
    case .store: return .store(first)
    case .authorities:
      let found = try Authorities.found(query, objects)
      return .authorities(left.map { Array(found.prefix($0)) } ?? found)
    case .file:
      var query = query
      // A locked item that is skipped must not take the place of another one.
      query.limit = Limit(count: query.interaction == .skip ? nil : left)
      return .matches(try service(group, query).find(query, among: objects), first)
    }
  }

  private func service(_ group: [SecKeychain], _ query: FileQuery) -> FileService {
    let files = group.compactMap(\.fileKeychain)
    let isQuiet = query.interaction != .allow
    return FileService(isQuiet ? files.map(\.withoutQuestions) : files, isNamed: members.isNamed)
  }

  private func update(to changes: NSDictionary) throws(KeychainError) {
    let changed = ForeignDictionary(changes)
    let request = call.dictionary.withoutObjects().request(
      .update, setting: changed.withoutObjects(), in: call.profile)
    let access = try changed.accessList()
    try change(.update) { (part) throws(KeychainError) in
      try part.service.update(part.matches, to: request, access)
      for match in part.matches {
        for item in match.parts { KeychainEvents.postChange(of: item, in: part.keychains) }
      }
    } store: { (member) throws(KeychainError) in
      try member.update(to: changes)
    }
  }

  private func delete() throws(KeychainError) {
    try change(.delete) { (part) throws(KeychainError) in
      try part.service.delete(part.matches)
      for match in part.matches {
        for item in match.parts { KeychainEvents.postDeletion(of: item, in: part.keychains) }
      }
    } store: { (member) throws(KeychainError) in
      try member.delete()
    }
  }

  /// Moves the items that the query finds to the store, where they become synchronizable.
  ///
  /// An equal item of the store is updated (Specification/secitem.md, "Fan-out and merge of the
  /// macOS shim").
  ///
  /// - Returns: the number of moved items.
  func moveToStore(setting changes: NSDictionary) throws(KeychainError) -> Int {
    let (query, objects) = try query(.update)
    guard !query.itemClass.hasObjects else { return 0 }
    let moved = try eachMember(query, objects) { (part, left) throws(KeychainError) in
      guard case .matches(let found, let keychain) = part else { return [] }
      let matches = left.map { Array(found.prefix($0)) } ?? found
      for match in matches {
        let item = try FileResults([.attributes, .secret]).dictionary(
          match, in: keychain.keychains)
        try StoreMember(call, keychain, query).take(item, setting: changes)
        try match.item.remove()
        KeychainEvents.postDeletion(of: match.item, in: keychain.keychains)
      }
      return matches.map { _ in kCFNull }
    }
    return moved.count
  }

  /// The items of one keychain that a call changes.
  private struct Changing {
    let service: FileService
    let matches: [FileMatch]
    let keychains: Keychains
  }

  /// Changes the items that the query finds; without a limit, the first one.
  private func change(
    _ verb: Request.Verb, file: (Changing) throws(KeychainError) -> Void,
    store: (StoreMember.Item) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    let (query, objects) = try query(verb)
    let changed = try eachMember(query, objects) { (part, left) throws(KeychainError) in
      switch part {
      case .matches(let found, let keychain):
        let matches = left.map { Array(found.prefix($0)) } ?? found
        let files = FileService(members.all.compactMap(\.fileKeychain), isNamed: members.isNamed)
        try file(Changing(service: files, matches: matches, keychains: keychain.keychains))
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
  /// True if the error is about one keychain, so that others may still answer.
  fileprivate var isOfKeychain: Bool {
    switch code {
    case .parameter, .noSuchAttribute, .noSuchClass, .duplicateItem, .unimplemented: false
    default: true
    }
  }
}

extension SecKeychain {
  /// The keychain file; nil for the store and the distribution's certificates.
  var fileKeychain: Keychain? { if case .file(let keychain) = member { keychain } else { nil } }
}
