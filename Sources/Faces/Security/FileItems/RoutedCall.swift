// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainComposition
import KeychainTypes

/// A `SecItem` call that names keychain files, or that the profile `macos` sends to Latchkey's own
/// store and to keychain files (Specification/secitem.md, "macOS shim").
struct RoutedCall {
  private let call: ItemRequest
  private let verb: Request.Verb
  private let changes: NSDictionary?

  init(_ call: ItemRequest, _ verb: Request.Verb, setting changes: NSDictionary?) {
    (self.call, self.verb, self.changes) = (call, verb, changes)
  }

  /// Performs the call on Latchkey's own store, on keychain files, or on both.
  ///
  /// Only the profiles `dataProtection` and `macos` have keychain files. In the profiles `ios` and
  /// `quirks`, the store answers every call. The store then applies its own rules to dictionary
  /// keys that are meant for keychain files.
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
    call.keychains?.begin(call, verb, members)
    return try onFiles(members)
  }

  private func add(_ members: FileMembers) throws(KeychainError) -> ItemRequest.Outcome {
    guard !members.isStoreAlone else { return try onStore(true) }
    call.keychains?.begin(call, verb, members)
    return try onFiles(members)
  }

  private func onStore(_ isMerging: Bool) throws(KeychainError) -> ItemRequest.Outcome {
    var dictionary = call.dictionary.withoutKeychains()
    if isMerging { dictionary.translate(for: verb) }
    return try call.of(dictionary).performOnStore(verb, setting: changes)
  }

  private func onFiles(_ members: FileMembers) throws(KeychainError) -> ItemRequest.Outcome {
    try FileItemCall(call, members).perform(verb, setting: changes)
  }

  /// Performs the call on Latchkey's own store, then on the keychain files
  /// (Specification/secitem.md, "Fan-out and merge of the macOS shim").
  ///
  /// If the store fails, the result or the error of the files is returned, whatever the error of
  /// the store. If only the files fail, the result of the store is returned. If both succeed, two
  /// arrays are joined, and any other result comes from the store.
  private func merged(_ members: FileMembers) throws(KeychainError) -> ItemRequest.Outcome {
    call.keychains?.begin(call, verb, members, besideStore: true)
    if verb == .update, let changes, ForeignDictionary(changes).makesSynchronizable {
      return try moved(members, changes)
    }
    let ofStore: ItemRequest.Outcome
    do throws(KeychainError) { ofStore = try onStore(true) } catch {
      call.keychains?.storeAnswers(error)
      return try onFiles(members)
    }
    call.keychains?.storeAnswers(nil)
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
  /// Makes items synchronizable: items of Latchkey's own store stay there, and passwords of files
  /// move to the store.
  ///
  /// - Parameter changes: the new values of the update, which apply to all these items.
  private func moved(
    _ members: FileMembers, _ changes: NSDictionary
  ) throws(KeychainError) -> ItemRequest.Outcome {
    var absence: KeychainError?
    do throws(KeychainError) {
      _ = try onStore(true)
      call.keychains?.storeAnswers(nil)
    } catch {
      call.keychains?.storeAnswers(error)
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

  /// The match keys that macOS removes from the dictionary of `SecItemAdd` before Latchkey's own
  /// store reads it.
  ///
  /// From dictionaries of `SecItemUpdate` and `SecItemDelete`, `MacRules` (the rules of macOS for
  /// requests) removes the match keys.
  private static let matchKeys: Set<String> = [
    MatchKey.policy.rawValue, MatchKey.itemList.rawValue, MatchKey.issuers.rawValue,
    MatchKey.emailAddress.rawValue, MatchKey.subjectContains.rawValue,
    MatchKey.caseInsensitive.rawValue, MatchKey.trustedOnly.rawValue,
    MatchKey.validOnDate.rawValue, MatchKey.limit.rawValue,
  ]

  /// Removes the pairs of the dictionary that macOS does not pass on to the store
  /// (Specification/secitem.md, "Translation before the engines are called").
  ///
  /// For `SecItemUpdate` and `SecItemDelete`, `MacRules` (the rules of macOS for requests) later
  /// removes further pairs.
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
