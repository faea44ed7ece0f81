// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainComposition
import KeychainTypes

/// A `SecItem` call that names keychain files, or that the profile `macos` sends to the store and
/// to keychain files (Specification/secitem.md, "macOS shim").
struct RoutedCall {
  private let call: ItemRequest
  private let verb: Request.Verb
  private let changes: NSDictionary?

  init(_ call: ItemRequest, _ verb: Request.Verb, setting changes: NSDictionary?) {
    (self.call, self.verb, self.changes) = (call, verb, changes)
  }

  /// Performs the call where it belongs.
  ///
  /// The profiles of iOS know no keychain files: their rules for the keys hold.
  func perform() throws(KeychainError) -> ItemRequest.Outcome {
    guard call.profile == .dataProtection else {
      return try call.performOnStore(verb, setting: changes)
    }
    let isMerging = ProfileChoice.mergesFiles
    let route = try KeychainRoute(call.dictionary, isMerging: isMerging)
    guard route != .store, isMerging || route != .both else { return try onStore(isMerging) }
    let members = try FileMembers(call.dictionary, verb, besideStore: route == .both)
    if route == .both {
      if verb == .add { return try add(members) }
      guard !members.all.isEmpty else { return try onStore(isMerging) }
      return try merged(members)
    }
    guard !members.isStoreAlone else { return try onStore(isMerging) }
    return try onFiles(members)
  }

  private func add(_ members: FileMembers) throws(KeychainError) -> ItemRequest.Outcome {
    members.isStoreAlone ? try onStore(true) : try onFiles(members)
  }

  private func onStore(_ isMerging: Bool) throws(KeychainError) -> ItemRequest.Outcome {
    var dictionary = call.dictionary.withoutKeychains()
    if isMerging { dictionary.translate(for: verb) }
    return try call.of(dictionary).performOnStore(verb, setting: changes)
  }

  private func onFiles(_ members: FileMembers) throws(KeychainError) -> ItemRequest.Outcome {
    guard call.rehearsal == nil else { throw .rehearsedFiles }
    return try FileItemCall(call, members).perform(verb, setting: changes)
  }

  /// Asks the store, then the keychain files (Specification/secitem.md, "Fan-out and merge of the
  /// macOS shim").
  ///
  /// If the store refuses, the answer of the files counts, whatever the store has said. If only the
  /// files refuse, the answer of the store counts.
  private func merged(_ members: FileMembers) throws(KeychainError) -> ItemRequest.Outcome {
    if verb == .update, let changes, ForeignDictionary(changes).makesSynchronizable {
      return try moved(members, changes)
    }
    let ofStore: ItemRequest.Outcome
    do throws(KeychainError) { ofStore = try onStore(true) } catch {
      return try onFiles(members)
    }
    guard let ofFiles = try? onFiles(members) else { return ofStore }
    guard case .object(let left) = ofStore, case .object(let right) = ofFiles,
      let left = left as? NSArray, let right = right as? NSArray
    else { return ofStore }
    let all = NSMutableArray(array: left)
    for element in PropertyList.elements(of: right) { all.add(element) }
    return .object(all)
  }
}

extension RoutedCall {
  /// Makes items synchronizable: those of the store stay there, those of files move to the store.
  private func moved(
    _ members: FileMembers, _ changes: NSDictionary
  ) throws(KeychainError) -> ItemRequest.Outcome {
    guard call.rehearsal == nil else { throw .rehearsedFiles }
    var absence: KeychainError?
    do throws(KeychainError) { _ = try onStore(true) } catch {
      guard error.code == .itemNotFound || error.code == .missingEntitlement else { throw error }
      absence = error
    }
    let count = try FileItemCall(call, members).moveToStore(setting: changes)
    if count == 0, let absence { throw absence }
    return .untouched
  }
}

extension ForeignDictionary {
  /// True if the dictionary of new values makes items synchronizable.
  fileprivate var makesSynchronizable: Bool {
    self[.synchronizable].map { RequestValue($0).meansSynchronizable } == true
  }

  /// The match keys that the shim removes from dictionaries of Add, beside those that `MacRules`
  /// removes from Update and Delete.
  private static let matchKeys: Set<String> = [
    MatchKey.policy.rawValue, MatchKey.itemList.rawValue, MatchKey.issuers.rawValue,
    MatchKey.emailAddress.rawValue, MatchKey.subjectContains.rawValue,
    MatchKey.caseInsensitive.rawValue, MatchKey.trustedOnly.rawValue,
    MatchKey.validOnDate.rawValue, MatchKey.limit.rawValue,
  ]

  /// Removes the pairs that the shim of macOS keeps from the store (Specification/secitem.md,
  /// "Translation before the engines are called").
  ///
  /// For Update and Delete, `MacRules` removes the rest in every call.
  mutating func translate(for verb: Request.Verb) {
    let hasReference = self[.value, ValueKey.persistentReference.rawValue] != nil
    remove { key in
      if key.attribute == .modificationDate || key.attribute == FlagKey.dataProtection {
        return true
      }
      if hasReference, key.attribute == .synchronizable { return true }
      switch verb {
      case .add: return Self.matchKeys.contains(key.name)
      case .copyMatching: return key.family == .value && key.name == ValueKey.secret.rawValue
      case .update, .delete: return false
      }
    }
  }
}
