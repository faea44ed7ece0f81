// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainComposition
import KeychainExplaining
import KeychainRequests
import KeychainTypes
import SecureMemory

/// Performs a `SecItem` call: reads the caller's dictionary, sends the request to the keychain
/// service, and makes the caller's result.
struct ItemRequest {
  private(set) var dictionary: ForeignDictionary
  let profile: Profile
  /// The recorder of the request and of its answers; nil if this call is not being recorded.
  var exchange: Exchange?
  /// The settings of the rehearsal (dry run) to which this call belongs; nil if the changes of the
  /// call are kept.
  var rehearsal: Request.Rehearsal?
  /// The rehearsal whose copies of keychain files this call uses in place of the files; nil if the
  /// call is not rehearsed.
  var copies: FileRehearsal?
  /// The recorder of the keychains that the call asks; nil if this call is not being recorded.
  var keychains: KeychainNotes?
  /// True if the caller passed a variable for the result, false if the caller passed nil.
  var hasResult = true

  /// The effect of a successful call on the caller's result variable: unchanged, or set to an
  /// object.
  enum Outcome {
    case untouched
    case object(CFTypeRef?)
  }

  /// Returns a copy of this request with another dictionary.
  func of(_ dictionary: ForeignDictionary) -> ItemRequest {
    var request = self
    request.dictionary = dictionary
    return request
  }

  /// Performs the call on Latchkey's own store, on keychain files, or on both.
  func perform(
    _ verb: Request.Verb, setting changes: NSDictionary?
  ) throws(KeychainError) -> Outcome {
    guard !dictionary.concernsKeychains, !ProfileChoice.mergesFiles else {
      return try RoutedCall(self, verb, setting: changes).perform()
    }
    return try performOnStore(verb, setting: changes)
  }

  /// Performs the call on Latchkey's own store; replaces a call about an identity by a call for the
  /// certificate and a call for the key.
  func performOnStore(
    _ verb: Request.Verb, setting changes: NSDictionary?
  ) throws(KeychainError) -> Outcome {
    let parts = try IdentityParts.of(self, for: verb)
    switch verb {
    case .add:
      if let parts { return try parts.add() }
      return try add()
    case .copyMatching:
      if let parts { return try parts.copyMatching() }
      return try copyMatching()
    case .update:
      let changes = changes ?? NSDictionary()
      if let parts { try parts.update(setting: changes) } else { try update(setting: changes) }
    case .delete: if let parts { try parts.delete() } else { try delete() }
    }
    return .untouched
  }

  /// Returns the keychain service for this call.
  ///
  /// The function also notes the call, so that the store can record the program for later
  /// explanations (Specification/diagnostics.md, "Application history"). Rehearsals, calls on the
  /// store of a test, and calls after the first 32 are not noted.
  private func service() throws(KeychainError) -> ServiceChoice.Service {
    if rehearsal != nil, CurrentInstallation.installed?.service == nil {
      throw KeychainError(.itemNotFound, "there is no store yet")
    }
    let service = try ServiceChoice.current(in: profile)
    // Reports the first calls of a program on the user's own store to that store.
    if !Watchers.isQuiet { ProgramMemory.begin(service) }
    return service
  }

  /// Sends the request to the keychain service; if the service demands that the user authenticates,
  /// asks the user and sends the request again.
  private func answer(
    _ verb: Request.Verb, setting changes: NSDictionary? = nil
  ) throws(KeychainError) -> Answer {
    var request = dictionary.request(
      verb, setting: changes.map { ForeignDictionary($0) }, in: profile)
    request.rehearsal = rehearsal
    exchange?.makes(request)
    let service = try service()
    return try EvidenceLoop(dictionary, request, for: service).run {
      (evidence) throws(KeychainError) in
      var request = request
      if let evidence { request.evidence = evidence }
      guard let exchange else { return try service.answer(request) }
      return try exchange.answer(request, by: service)
    }
  }

  /// Adds the item and returns the service's answer.
  ///
  /// The answer contains the added item as a match. The answer contains no match if the rules of
  /// the profile let this call succeed without storing an item.
  func addedItem() throws(KeychainError) -> Answer {
    let answer = try self.answer(.add)
    ProgramMemory.wrote()
    return answer
  }

  /// Performs `SecItemAdd`.
  func add() throws(KeychainError) -> Outcome {
    let answer = try addedItem()
    guard let match = answer.matches.first, !answer.returns.isEmpty else { return .untouched }
    let writer = ResultWriter(
      verb: .add, profile: profile, returns: answer.returns,
      terms: answer.itemClass == .key ? .init(dictionary, answer.interaction) : nil)
    return .object(writer.element(match))
  }

  /// Searches for the items of the query and returns the service's answer, which contains the items
  /// found.
  func foundItems() throws(KeychainError) -> Answer {
    let answer = try self.answer(.copyMatching)
    if let query = answer.query { ProgramMemory.found(query) }
    return answer
  }

  /// Performs `SecItemCopyMatching`.
  func copyMatching() throws(KeychainError) -> Outcome {
    let answer = try foundItems()
    guard !answer.returns.isEmpty || !answer.limit.isSingle else { return .untouched }
    let hasKeys = answer.itemClass == .key || answer.itemClass == .identity
    let writer = ResultWriter(
      verb: .copyMatching, profile: profile, returns: answer.returns,
      terms: hasKeys ? .init(dictionary, answer.interaction) : nil)
    return .object(try writer.result(answer.matches, limit: answer.limit))
  }

  /// Performs `SecItemUpdate`.
  func update(setting attributes: NSDictionary) throws(KeychainError) {
    _ = try answer(.update, setting: attributes)
    ProgramMemory.wrote()
  }

  /// Performs `SecItemDelete`.
  func delete() throws(KeychainError) {
    _ = try answer(.delete)
    ProgramMemory.wrote()
  }

  /// True if the call's dictionary and the changes are valid for this verb; the contents of the
  /// store are not considered.
  func isReadable(for verb: Request.Verb, setting attributes: NSDictionary? = nil) -> Bool {
    let request = dictionary.request(
      verb, setting: attributes.map { ForeignDictionary($0) }, in: profile)
    do throws(KeychainError) {
      guard verb != .add else { return try RequestReader.item(request).isRead }
      let reading = try RequestReader.query(request)
      guard reading.isRead, verb == .update else { return reading.isRead }
      return try RequestReader.changes(request, for: reading).isRead
    } catch {
      return false
    }
  }
}

extension Reading {
  fileprivate var isRead: Bool {
    if case .success = outcome { lateRefusal == nil } else { false }
  }
}

extension EvidenceLoop {
  /// Makes the loop that asks the user for the evidence (proof that the user authenticated) that
  /// the service demands.
  ///
  /// The authentication context comes from the dictionary. The request says whether the user may be
  /// asked.
  init(_ dictionary: ForeignDictionary, _ request: Request, for service: ServiceChoice.Service) {
    let given = dictionary.context
    self.init(
      in: given?.authenticationContext, request.pairs.interaction, prompt: dictionary.prompt,
      asking: {
        // A rehearsal never asks the user, whatever installation its objects remember.
        let remembered = request.rehearsal == nil ? given?.installation : nil
        return AuthenticatorChoice.current(remembered, for: service)
      })
  }
}
